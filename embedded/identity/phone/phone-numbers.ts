import { check } from '../http/toolkit-error.ts'

const E164 = /^\+[1-9]\d{6,14}$/

/** A number as every country dials it. Error: INVALID_PHONE_NUMBER. */
export function foldPhoneNumber(text: string): string {
  const number = text.replace(/[\s().-]/g, '')
  check(E164.test(number), 'INVALID_PHONE_NUMBER : Invalid format.')
  return number
}
