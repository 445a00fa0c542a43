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
} from './card-input.js'

/**
 * The card fields, in a frame with an opaque origin, so that the page cannot read the card. The frame exchanges
 * messages with the page through one port and sends the card to the provider itself.
 * @typedef {import('./card-input.js').Field} Field
 */

const CONNECTION_LOST = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
}
const STYLES = [
  ['color', '--color'],
  ['iconColor', '--icon'],
  ['fontFamily', '--font-family'],
  ['fontSize', '--font-size'],
]

const form = document.querySelector('form')
const fieldNames = /** @type {const} */ (['number', 'expiry', 'cvc'])
const inputs = Object.fromEntries(fieldNames.map((name) => [name, document.getElementById(name)]))
/** Fields left non-empty, or all after a confirmation: only these are reported as incomplete. @type {Set<Field>} */
const touched = new Set()
let port
let lastChange = ''

addEventListener('message', ({ source, data, ports }) => {
  if (port || source !== parent || data?.type !== 'init' || !ports[0]) return
  port = ports[0]
  port.onmessage = (event) => receive(event.data)
  applyOptions(data.options)
  new ResizeObserver(reportSize).observe(document.body)
  reportSize()
  post('ready')
})

for (const name of fieldNames) {
  const input = inputs[name]
  input.addEventListener('input', () => {
    formatField(name)
    reportChange()
    if (isFieldDone(name, cardText(), new Date())) moveFocus(name, 1)
  })
  input.addEventListener('focus', () => post('focus'))
  input.addEventListener('blur', (event) => {
    if (input.value) touched.add(name)
    reportChange()
    if (!form.contains(event.relatedTarget)) post('blur')
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Backspace' && !input.value && moveFocus(name, -1)) event.preventDefault()
  })
}

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') post('submit')
})

/** @param {{ type: string } & Record<string, any>} message */
function receive(message) {
  if (message.type === 'options') applyOptions(message.options)
  if (message.type === 'focus')
    (fieldNames.map((name) => inputs[name]).find(({ value }) => !value) ?? inputs.number).focus()
  if (message.type === 'confirm') confirm(message)
}

function cardText() {
  return {
    number: digitsOf(inputs.number.value),
    expiry: readExpiry(inputs.expiry.value),
    cvc: digitsOf(inputs.cvc.value),
  }
}

/** Formats a field; its caret stays after the same digit, or at the end. */
function formatField(name) {
  const input = inputs[name]
  const before = input.value
  const digitsBeforeCaret = digitsOf(before.slice(0, input.selectionStart ?? before.length)).length
  const card = cardText()
  if (name === 'number') input.value = formatNumber(card.number.slice(0, numberLength(card.number)))
  if (name === 'expiry') input.value = formatExpiry(card.expiry)
  if (name === 'cvc') input.value = card.cvc.slice(0, cvcLength(card.number))
  const atEnd = digitsBeforeCaret >= digitsOf(before).length
  const caret = atEnd ? input.value.length : caretAfter(input.value, digitsBeforeCaret)
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
}

function caretAfter(text, digits) {
  let caret = 0
  for (let seen = 0; seen < digits && caret < text.length; caret += 1) {
    if (/\d/.test(text[caret])) seen += 1
  }
  return caret
}

function moveFocus(name, step) {
  const input = inputs[name]
  const next = inputs[fieldNames[fieldNames.indexOf(name) + step]]
  const isAtEnd = input.selectionStart === input.value.length
  if (!next || document.activeElement !== input || (step === 1 && (!isAtEnd || next.value))) return false
  next.focus()
  next.setSelectionRange(next.value.length, next.value.length)
  return true
}

/** Reports the state to the page if it changed, without any digit of the card. */
function reportChange() {
  const card = cardText()
  const now = new Date()
  const mistake = findMistake(card, { now, touched: [...touched].filter((name) => card[name]) })
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
  post('change', change)
}

function showMistake(mistake) {
  form.classList.toggle('invalid', Boolean(mistake))
  for (const name of fieldNames) inputs[name].setAttribute('aria-invalid', String(mistake?.field === name))
}

/** @param {{ style?: Record<string, any>, disabled?: boolean }} options */
function applyOptions({ style = {}, disabled = false }) {
  const { base = {}, invalid = {} } = style
  const root = document.documentElement.style
  for (const [option, property] of STYLES) root.setProperty(property, base[option] ?? '')
  root.setProperty('--placeholder', base['::placeholder']?.color ?? '')
  root.setProperty('--invalid-color', invalid.color ?? '')
  root.setProperty('--invalid-icon', invalid.iconColor ?? '')
  for (const name of fieldNames) inputs[name].disabled = disabled
}

async function confirm({ intentId, clientSecret, key, billing }) {
  for (const name of fieldNames) touched.add(name)
  const card = cardText()
  const mistake = findMistake(card, { now: new Date(), touched: [...fieldNames] })
  if (mistake) {
    reportChange()
    showMistake(mistake)
    inputs[mistake.field].focus()
    post('reply', { result: { error: mistake.error } })
    return
  }
  const path = `v1/payment_intents/${encodeURIComponent(intentId)}/confirm`
  const body = confirmForm(card, { key, clientSecret, billing })
  try {
    const response = await fetch(new URL(path, location.href), { method: 'POST', body, credentials: 'omit' })
    post('reply', { result: await response.json() })
  } catch {
    post('reply', { result: { error: CONNECTION_LOST } })
  }
}

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

function reportSize() {
  post('size', { height: Math.ceil(form.getBoundingClientRect().height) })
}

function post(type, detail = {}) {
  port?.postMessage({ type, ...detail })
}
