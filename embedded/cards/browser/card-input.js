/**
 * Formats and validates the input of the card fields, with error messages.
 * @typedef {'number' | 'expiry' | 'cvc'} Field
 * @typedef {{ type: 'validation_error', code: string, message: string }} FieldError
 * @typedef {{ number: string, expiry: string, cvc: string }} CardText digits only; expiry is MMYY
 */

const BRANDS = [
  { brand: 'visa', start: /^4/ },
  { brand: 'mastercard', start: /^(5[1-5]|2[2-7])/ },
  { brand: 'amex', start: /^3[47]/ },
  { brand: 'discover', start: /^6(011|4[4-9]|5)/ },
  { brand: 'diners', start: /^3(0[0-5]|[689])/ },
  { brand: 'jcb', start: /^35/ },
  { brand: 'unionpay', start: /^62/ },
]

export function digitsOf(text) {
  return text.replace(/\D/g, '')
}

export function brandOf(number) {
  return BRANDS.find(({ start }) => start.test(number))?.brand ?? 'unknown'
}

export function numberLength(number) {
  const brand = brandOf(number)
  if (brand === 'amex') return 15
  return brand === 'diners' ? 14 : 16
}

export function cvcLength(number) {
  return brandOf(number) === 'amex' ? 4 : 3
}

export function formatNumber(number) {
  const isShort = numberLength(number) < 16
  const groups = isShort
    ? [number.slice(0, 4), number.slice(4, 10), number.slice(10)]
    : (number.match(/.{1,4}/g) ?? [])
  return groups.filter(Boolean).join(' ')
}

/**
 * Up to four digits MMYY of what was typed, pasted or filled in: "1234", "12/34", "12 / 2034", "5" (for May).
 * @param {string} text
 */
export function readExpiry(text) {
  const filled = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(text)
  if (filled) return `${filled[1].padStart(2, '0')}${filled[2]}`
  const digits = digitsOf(text).slice(0, 4)
  return /^[2-9]$/.test(digits) ? `0${digits}` : digits
}

export function formatExpiry(expiry) {
  return expiry.length > 2 ? `${expiry.slice(0, 2)} / ${expiry.slice(2)}` : expiry
}

/** The check digit of ISO/IEC 7812 (Luhn). */
export function passesLuhn(number) {
  const sum = [...number].reverse().reduce((total, character, index) => {
    const doubled = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/**
 * The mistake in the first wrong field, or undefined. An incomplete field is wrong only if it is touched.
 * @param {CardText} card
 * @param {{ now: Date, touched: Field[] }} when
 * @returns {{ field: Field, error: FieldError } | undefined}
 */
export function findMistake(card, { now, touched }) {
  const mistakes = /** @type {const} */ ([
    ['number', numberMistake(card.number, touched.includes('number'))],
    ['expiry', expiryMistake(card.expiry, { now, isTouched: touched.includes('expiry') })],
    ['cvc', cvcMistake(card, touched.includes('cvc'))],
  ])
  const first = mistakes.find(([, mistake]) => mistake)
  if (!first?.[1]) return undefined
  const [code, message] = first[1]
  return { field: first[0], error: { type: 'validation_error', code, message } }
}

export function isComplete(card, now) {
  return !findMistake(card, { now, touched: ['number', 'expiry', 'cvc'] })
}

export function isFieldDone(field, card, now) {
  if (field === 'number') return !numberMistake(card.number, true)
  if (field === 'expiry') return !expiryMistake(card.expiry, { now, isTouched: true })
  return !cvcMistake(card, true)
}

function numberMistake(number, isTouched) {
  if (number.length < numberLength(number)) {
    return isTouched ? ['incomplete_number', 'Your card number is incomplete.'] : undefined
  }
  return passesLuhn(number) ? undefined : ['invalid_number', 'Your card number is invalid.']
}

function expiryMistake(expiry, { now, isTouched }) {
  const month = Number(expiry.slice(0, 2))
  if (expiry.length >= 2 && (month < 1 || month > 12)) {
    return ['invalid_expiry_month', "Your card's expiration month is invalid."]
  }
  if (expiry.length < 4) {
    return isTouched ? ['incomplete_expiry', "Your card's expiration date is incomplete."] : undefined
  }
  const year = 2000 + Number(expiry.slice(2))
  const thisYear = now.getFullYear()
  if (year < thisYear) {
    return ['invalid_expiry_year_past', "Your card's expiration year is in the past."]
  }
  if (year === thisYear && month <= now.getMonth()) {
    return ['invalid_expiry_month_past', "Your card's expiration date is in the past."]
  }
  if (year > thisYear + 50) return ['invalid_expiry_year', "Your card's expiration year is invalid."]
  return undefined
}

function cvcMistake({ number, cvc }, isTouched) {
  if (!isTouched || cvc.length >= cvcLength(number)) return undefined
  return ['incomplete_cvc', "Your card's security code is incomplete."]
}
