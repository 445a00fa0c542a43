import {
  brandOf,
  cvcLength,
  digitsOf,
  findMistake,
  formatExpiry,
  formatNumber,
  isComplete,
  isFieldDone,
  numberLength,
  readExpiry,
} from './card-rules.js'

/**
 * The card fields, in a frame of an opaque origin: the page around it never sees what is typed here. It
 * speaks with the page through one port, and sends the card to the card provider itself.
 * @typedef {import('./card-rules.js').Field} Field
 */

const CONNECTION_LOST = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
}
/** Options of the page's style and the property of this frame each becomes. */
const STYLES = [
  ['color', '--color'],
  ['iconColor', '--icon'],
  ['fontFamily', '--font-family'],
  ['fontSize', '--font-size'],
  ['fontWeight', '--font-weight'],
  ['letterSpacing', '--letter-spacing'],
  ['lineHeight', '--line-height'],
]

const form = document.querySelector('form')
const order = /** @type {const} */ (['number', 'expiry', 'cvc'])
const inputs = Object.fromEntries(order.map((name) => [name, document.getElementById(name)]))
/** Fields the person has been in and left: only these are told to be incomplete. @type {Set<Field>} */
const left = new Set()
/** @type {MessagePort | undefined} */
let port
let lastChange = ''

addEventListener('message', ({ source, data, ports }) => {
  if (port || source !== parent || data?.type !== 'init' || !ports[0]) return
  port = ports[0]
  port.onmessage = (event) => receive(event.data)
  applyOptions(data.options)
  new ResizeObserver(tellSize).observe(document.body)
  tellSize()
  tell('ready')
})

for (const name of order) {
  const input = inputs[name]
  input.addEventListener('input', () => {
    tidy(name)
    tellChange()
    if (isFieldDone(name, cardText(), new Date())) moveOn(name, 1)
  })
  input.addEventListener('focus', () => tell('focus'))
  input.addEventListener('blur', (event) => {
    if (input.value) left.add(name)
    tellChange()
    // moving between the fields is no leaving of the element
    if (!form.contains(event.relatedTarget)) tell('blur')
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell('escape')
    if (event.key === 'Backspace' && !input.value && moveOn(name, -1)) event.preventDefault()
  })
}

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') tell('submit')
})

/** @param {{ type: string } & Record<string, any>} message */
function receive(message) {
  if (message.type === 'options') applyOptions(message.options)
  if (message.type === 'clear') clear()
  if (message.type === 'focus')
    (order.map((name) => inputs[name]).find(({ value }) => !value) ?? inputs.number).focus()
  if (message.type === 'blur') document.activeElement?.blur()
  if (message.type === 'confirm') confirm(message)
}

function cardText() {
  return {
    number: digitsOf(inputs.number.value),
    expiry: readExpiry(inputs.expiry.value),
    cvc: digitsOf(inputs.cvc.value),
  }
}

/** Writes a field as a card does, with the caret behind the digit it was behind. @param {Field} name */
function tidy(name) {
  const input = inputs[name]
  const before = input.value
  const behind = digitsOf(before.slice(0, input.selectionStart ?? before.length)).length
  const card = cardText()
  if (name === 'number') input.value = formatNumber(card.number.slice(0, numberLength(card.number)))
  if (name === 'expiry') input.value = formatExpiry(card.expiry)
  if (name === 'cvc') input.value = card.cvc.slice(0, cvcLength(card.number))
  const atEnd = behind >= digitsOf(before).length
  const caret = atEnd ? input.value.length : caretBehind(input.value, behind)
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
}

/** @param {string} text @param {number} digits */
function caretBehind(text, digits) {
  let caret = 0
  for (let seen = 0; seen < digits && caret < text.length; caret += 1) {
    if (/\d/.test(text[caret])) seen += 1
  }
  return caret
}

/** Goes to the neighbouring field; forwards only from the end of this one. @param {Field} name @param {1 | -1} step */
function moveOn(name, step) {
  const input = inputs[name]
  const next = inputs[order[order.indexOf(name) + step]]
  const isAtEnd = input.selectionStart === input.value.length
  if (!next || document.activeElement !== input || (step === 1 && (!isAtEnd || next.value))) return false
  next.focus()
  next.setSelectionRange(next.value.length, next.value.length)
  return true
}

/** Tells the page how the card stands, where that is news. The page learns no digit. */
function tellChange() {
  const card = cardText()
  const now = new Date()
  const mistake = findMistake(card, { now, left: [...left].filter((name) => card[name]) })
  showMistake(mistake)
  const change = {
    empty: !card.number && !card.expiry && !card.cvc,
    complete: isComplete(card, now),
    brand: brandOf(card.number),
    value: { postalCode: '' },
    error: mistake?.error,
  }
  const text = JSON.stringify(change)
  if (text === lastChange) return
  lastChange = text
  tell('change', change)
}

/** @param {ReturnType<typeof findMistake>} mistake */
function showMistake(mistake) {
  form.classList.toggle('invalid', Boolean(mistake))
  for (const name of order) inputs[name].setAttribute('aria-invalid', String(mistake?.field === name))
}

function clear() {
  left.clear()
  for (const name of order) inputs[name].value = ''
  tellChange()
}

/** @param {{ style?: Record<string, any>, disabled?: boolean, hideIcon?: boolean }} options */
function applyOptions({ style = {}, disabled = false, hideIcon = false }) {
  const { base = {}, invalid = {} } = style
  const root = document.documentElement.style
  for (const [option, property] of STYLES) setOrClear(root, property, base[option])
  setOrClear(root, '--placeholder', base['::placeholder']?.color)
  setOrClear(root, '--invalid-color', invalid.color)
  setOrClear(root, '--invalid-icon', invalid.iconColor)
  document.getElementById('icon').toggleAttribute('hidden', hideIcon)
  for (const name of order) inputs[name].disabled = disabled
}

/** @param {CSSStyleDeclaration} style @param {string} property @param {unknown} value */
function setOrClear(style, property, value) {
  if (value === undefined || value === null) style.removeProperty(property)
  else style.setProperty(property, String(value))
}

/** Sends the card to the provider, unless it is incomplete; the page gets the answer alone. @param {Record<string, any>} request */
async function confirm({ requestId, intentId, clientSecret, key, billing }) {
  for (const name of order) left.add(name)
  const card = cardText()
  const mistake = findMistake(card, { now: new Date(), left: [...order] })
  if (mistake) {
    tellChange()
    showMistake(mistake)
    inputs[mistake.field].focus()
    tell('reply', { requestId, answer: { error: mistake.error } })
    return
  }
  const path = `v1/payment_intents/${encodeURIComponent(intentId)}/confirm`
  const body = confirmForm(card, { key, clientSecret, billing })
  try {
    const response = await fetch(new URL(path, location.href), { method: 'POST', body, credentials: 'omit' })
    tell('reply', { requestId, answer: await response.json() })
  } catch {
    tell('reply', { requestId, answer: { error: CONNECTION_LOST } })
  }
}

/** @param {import('./card-rules.js').CardText} card @param {Record<string, any>} more */
function confirmForm(card, { key, clientSecret, billing = {} }) {
  const body = new URLSearchParams({
    key,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': card.expiry.slice(0, 2),
    'payment_method_data[card][exp_year]': card.expiry.slice(2),
    'payment_method_data[card][cvc]': card.cvc,
  })
  for (const [name, value] of Object.entries(billing)) {
    if (typeof value === 'string') body.set(`payment_method_data[billing_details][${name}]`, value)
  }
  return body
}

function tellSize() {
  tell('size', { height: Math.ceil(form.getBoundingClientRect().height) })
}

/** @param {string} type @param {object} [detail] */
function tell(type, detail = {}) {
  port?.postMessage({ type, ...detail })
}
