import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#contract/api-client.ts'
import { newEstimateSchema } from '#contract/people/requests/requests.ts'
import { identityTexts } from '#contract/platform/auth/texts.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { parseInput, readFailure } from './form-parse.ts'

test('a valid form gives the parsed values', () => {
  const parsed = parseInput(newEstimateSchema, { name: ' Ines ', email: 'INES@example.com', phone: '' })
  expect(parsed).toMatchObject({
    ok: true,
    output: { name: 'Ines', email: 'ines@example.com', phone: null },
  })
})

test('each invalid field has its own message', () => {
  expect(parseInput(newEstimateSchema, { name: '', email: 'no address' })).toEqual({
    ok: false,
    errors: { name: 'Name is Required', email: 'Provide a valid Email' },
  })
})

test('of several errors in one field the first is returned', () => {
  const schema = z.object({ code: z.string().check(z.minLength(3, 'too short'), z.regex(/^\d+$/, 'digits')) })
  expect(parseInput(schema, { code: 'x' })).toEqual({ ok: false, errors: { code: 'too short' } })
})

const apiError = (errors: { path: string; message: string }[]) =>
  new ApiError(400, { code: 'invalid_request', errors })

test('an error that names a field of the form is returned for that field', () => {
  const failure = readFailure(apiError([{ path: 'body.phone', message: 'Phone is required' }]), ['phone'])
  expect(failure).toEqual({ fields: { phone: 'Phone is required' }, text: null })
})

test('an error that names an unknown field gives a text for the whole form', () => {
  const failure = readFailure(apiError([{ path: 'productId', message: 'Unknown part' }]), ['phone'])
  expect(failure.fields).toEqual({})
  expect(failure.text).toBe(errorTexts.invalid_request)
})

test('a network error of the sign-in SDK has the message for a lost connection', () => {
  const offline = Object.assign(new Error('Firebase: Error'), { code: 'auth/network-request-failed' })
  expect(readFailure(offline, []).text).toBe(identityTexts.network)
})
