import { CardElement, IntegrationError } from './card-element.js'
import { showChallenge } from './challenge.js'

/**
 * The sandbox's client library: the part of Stripe.js that a card Element needs. Calls resolve with
 * `{ paymentIntent }` or `{ error }`; wrong use throws, or rejects with, an IntegrationError.
 */

const origin = new URL(document.currentScript?.src ?? location.href).origin

const CONNECTION_LOST = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
}
const NOT_AUTHENTICATED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}
const UNSUPPORTED = { type: 'invalid_request_error', message: 'The card sandbox does not support this call.' }

function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError('Please call Stripe() with your publishable key.')
  }

  async function retrieve(clientSecret) {
    const query = new URLSearchParams({ key, client_secret: clientSecret })
    try {
      const response = await fetch(
        `${origin}/payments/v1/payment_intents/${intentIdOf(clientSecret)}?${query}`,
      )
      return await response.json()
    } catch {
      return { error: CONNECTION_LOST }
    }
  }

  async function completePayment(intent) {
    if (intent.error) return { error: intent.error }
    if (intent.status !== 'requires_action') return { paymentIntent: intent }
    await showChallenge(origin, intent.next_action.use_stripe_sdk.stripe_js)
    const challenged = await retrieve(intent.client_secret)
    if (challenged.error) return { error: challenged.error }
    if (challenged.status === 'succeeded') return { paymentIntent: challenged }
    return { error: { ...NOT_AUTHENTICATED, payment_intent: challenged } }
  }

  return {
    elements: createElements,

    async confirmCardPayment(clientSecret, { payment_method: method } = {}) {
      const intentId = intentIdOf(clientSecret)
      if (!(method?.card instanceof CardElement)) {
        throw new IntegrationError(
          'Invalid value for confirmCardPayment: payment_method.card should be a card Element.',
        )
      }
      const billing = JSON.parse(JSON.stringify(method.billing_details ?? {}))
      return completePayment(await method.card.confirm({ key, intentId, clientSecret, billing }))
    },

    // @stripe/react-stripe-js rejects a library without these two
    createToken: async () => ({ error: UNSUPPORTED }),
    createPaymentMethod: async () => ({ error: UNSUPPORTED }),
  }
}

function createElements() {
  let card = null
  return {
    create(type, options = {}) {
      if (type !== 'card') throw new IntegrationError(`The card sandbox has no "${type}" Element.`)
      if (card) {
        throw new IntegrationError('Can only create one Element of type card through an Elements object.')
      }
      card = new CardElement(origin, options, () => {
        card = null
      })
      return card
    },
    getElement(type) {
      return (typeof type === 'string' ? type : type?.__elementType) === 'card' ? card : null
    },
    update() {},
  }
}

function intentIdOf(clientSecret) {
  const match = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret)
  if (match) return match[1]
  throw new IntegrationError(
    'Invalid value for stripe.confirmCardPayment intent secret: value should be a client secret of the form ID_secret_SECRET.',
  )
}

// with a test key, @stripe/stripe-js warns about any other release
Stripe.version = 'endive'
window.Stripe = Stripe
