import type { APIRequestContext } from '@playwright/test'
import { identityMethods } from '#contract/platform/auth/identity-methods.ts'
import { expect, testInStore } from '../../story.ts'

/** All tests have one client address, whose text messages and mails could exceed the default limits. */
const SETTINGS = { IDENTITY_METHODS: identityMethods.join(','), SMS_PER_HOUR: '1000', MAILS_PER_HOUR: '1000' }

/** Tests in a store that offers every sign-in method. */
export const test = testInStore(SETTINGS)
export { expect }

/** Returns the text of the newest mail or text message to an address or number. */
export async function newestMail(request: APIRequestContext, to: string): Promise<string> {
  const response = await request.get('/identity/outbox', { headers: { accept: 'application/json' } })
  const mails: { to: string; text: string }[] = await response.json()
  return mails.find((mail) => mail.to === to)?.text ?? ''
}

/** Returns the code of the newest text message to a number. */
export async function textedCode(request: APIRequestContext, number: string): Promise<string> {
  return /^\d{6}/.exec(await newestMail(request, number))?.[0] ?? ''
}

/** Returns the link of the newest mail to an address. */
export async function mailedLink(request: APIRequestContext, to: string): Promise<string> {
  return /https?:\/\/\S+/.exec(await newestMail(request, to))?.[0] ?? ''
}

let numbers = 0

/** Returns a phone number that this worker has not used, nor most likely another one. */
export function newNumber(): string {
  numbers += 1
  return `+1555${String(Date.now()).slice(-5)}${String(numbers).padStart(2, '0')}`
}
