import { expect, test } from 'vitest'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import type { SignInResult } from '../../platform/auth/identity-client.ts'
import { resultOf } from './sign-in.ts'

const sdkError = (code: string) => Object.assign(new Error(code), { code })

test('an attempt that resolves to nothing is done, and a result is passed on', async () => {
  expect(await resultOf(async () => undefined)).toEqual({ kind: 'done' })
  const challenge = { factors: [], sendCode: async () => {}, verify: async () => ({ kind: 'done' as const }) }
  const result: SignInResult = { kind: 'secondFactor', challenge }
  expect(await resultOf(async () => result)).toBe(result)
})

test('an SDK error becomes a failure with its code, any other with the code unexpected', async () => {
  const failing = async () => {
    throw sdkError('auth/user-disabled')
  }
  const result = await resultOf(failing)
  expect(result).toMatchObject({ kind: 'failed', error: { code: 'auth/user-disabled' } })
  const faulty = () => Promise.reject(new TypeError('x is undefined'))
  expect(await resultOf(faulty)).toMatchObject({ error: { text: errorTexts.internal, code: 'unexpected' } })
})

test('a popup that a newer one replaced counts as cancelled', async () => {
  const replaced = () => Promise.reject(sdkError('auth/cancelled-popup-request'))
  expect(await resultOf(replaced)).toEqual({ kind: 'cancelled' })
})
