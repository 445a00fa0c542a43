import { check } from '../http/toolkit-error.ts'

const E164 = /^\+[1-9]\d{6,14}$/

/** The number in E.164 format. Error: INVALID_PHONE_NUMBER. */
export function normalisePhoneNumber(text: string): string {
  const number = text.replace(/[\s().-]/g, '')
  check(E164.test(number), 'INVALID_PHONE_NUMBER : Invalid format.')
  return number
}
