import { expect, test } from 'vitest'
import { passesLuhn as passesOnServer } from '../intents/test-cards.ts'

type Card = { number: string; expiry: string; cvc: string }
type When = { now: Date; touched: string[] }
type CardInput = {
  brandOf(number: string): string
  formatNumber(number: string): string
  formatExpiry(expiry: string): string
  readExpiry(text: string): string
  passesLuhn(number: string): boolean
  findMistake(card: Card, when: When): { field: string; error: { code: string; message: string } } | undefined
  isComplete(card: Card, now: Date): boolean
  isFieldDone(field: string, card: Card, now: Date): boolean
}

// Plain JavaScript without type declarations.
const cardInput: CardInput = await import(new URL('./card-input.js', import.meta.url).href)

const now = new Date('2026-11-20T12:00:00')
const good: Card = { number: '4242424242424242', expiry: '1234', cvc: '123' }
const ALL_FIELDS = ['number', 'expiry', 'cvc']

test.each([
  ['4', 'visa'],
  ['55', 'mastercard'],
  ['2223', 'mastercard'],
  ['37', 'amex'],
  ['6011', 'discover'],
  ['62', 'unionpay'],
  ['35', 'jcb'],
  ['36', 'diners'],
  ['9', 'unknown'],
  ['', 'unknown'],
])('a number that begins with %j has the brand %s', (number, brand) => {
  expect(cardInput.brandOf(number)).toBe(brand)
})

test.each([
  ['', ''],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
])('the digits %s are formatted as %s', (digits, text) => {
  expect(cardInput.formatNumber(digits)).toBe(text)
})

test.each([
  ['1', '1'],
  ['5', '05'],
  ['12', '12'],
  ['123', '123'],
  ['12 / 3', '123'],
  ['12/34', '1234'],
  ['1/34', '0134'],
  ['12 / 2034', '1234'],
  ['12-34', '1234'],
  ['12345', '1234'],
])('an expiry typed as %s gives the digits %s', (text, digits) => {
  expect(cardInput.readExpiry(text)).toBe(digits)
})

test('an expiry gets its slash once the year begins', () => {
  expect(['1', '12', '123', '1234'].map(cardInput.formatExpiry)).toEqual(['1', '12', '12 / 3', '12 / 34'])
})

test.each<[Partial<Card>, string, string, string]>([
  [{ number: '' }, 'number', 'incomplete_number', 'Your card number is incomplete.'],
  [{ number: '4242' }, 'number', 'incomplete_number', 'Your card number is incomplete.'],
  [{ number: '4242424242424241' }, 'number', 'invalid_number', 'Your card number is invalid.'],
  [{ expiry: '' }, 'expiry', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  [{ expiry: '12' }, 'expiry', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  [{ expiry: '1334' }, 'expiry', 'invalid_expiry_month', "Your card's expiration month is invalid."],
  [{ expiry: '0034' }, 'expiry', 'invalid_expiry_month', "Your card's expiration month is invalid."],
  [{ expiry: '1220' }, 'expiry', 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  [{ expiry: '1026' }, 'expiry', 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  [{ expiry: '1277' }, 'expiry', 'invalid_expiry_year', "Your card's expiration year is invalid."],
  [{ cvc: '12' }, 'cvc', 'incomplete_cvc', "Your card's security code is incomplete."],
  [{ number: '378282246310005' }, 'cvc', 'incomplete_cvc', "Your card's security code is incomplete."],
])('a card with %o is invalid in its %s', (change, field, code, message) => {
  const card = { ...good, ...change }
  expect(cardInput.findMistake(card, { now, touched: ALL_FIELDS })).toEqual({
    field,
    error: { type: 'validation_error', code, message },
  })
  expect(cardInput.isComplete(card, now)).toBe(false)
})

test('a valid card is complete, also in the month of its expiry', () => {
  expect(cardInput.isComplete(good, now)).toBe(true)
  expect(cardInput.isComplete({ ...good, expiry: '1126' }, now)).toBe(true)
  expect(ALL_FIELDS.every((field) => cardInput.isFieldDone(field, good, now))).toBe(true)
})

test('an incomplete number is invalid only once it is touched, a wrong one even before', () => {
  const typing = { number: '4242', expiry: '', cvc: '' }
  expect(cardInput.findMistake(typing, { now, touched: [] })).toBeUndefined()
  expect(cardInput.findMistake(typing, { now, touched: ['number'] })?.error.code).toBe('incomplete_number')
  const wrong = { ...typing, number: '4242424242424241' }
  expect(cardInput.findMistake(wrong, { now, touched: [] })?.error.code).toBe('invalid_number')
})

test('browser and server agree on the check digit', () => {
  for (let last = 0; last < 10; last += 1) {
    for (const start of ['424242424242424', '37828224631000', '400000250000315']) {
      const number = `${start}${last}`
      expect(cardInput.passesLuhn(number)).toBe(passesOnServer(number))
    }
  }
  expect(cardInput.passesLuhn('4242424242424242')).toBe(true)
  expect(cardInput.passesLuhn('4242424242424241')).toBe(false)
})
