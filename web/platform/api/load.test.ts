import { expect, test } from 'vitest'
import { ApiError } from '#contract/api-client.ts'
import { orErrorPage } from './load.ts'

const thrownBy = (error: unknown) => orErrorPage(Promise.reject(error)).catch((thrown: unknown) => thrown)

test('what the calls return is passed on', async () => {
  expect(await orErrorPage(Promise.resolve(['part']))).toEqual(['part'])
})

test("a refused call becomes the page's status and code, without the server's words", async () => {
  const refusal = new ApiError(404, { code: 'not_found', message: 'row 17 missing', requestId: 'r-1' })
  const thrown = await thrownBy(refusal)
  expect(thrown).toMatchObject({ init: { status: 404 } })
  expect(thrown).toHaveProperty('data', { code: 'not_found', requestId: 'r-1' })
})

test('an ApiError of another copy of the client becomes the status, too', async () => {
  class ApiErrorOfTheServer extends Error {
    override readonly name = 'ApiError'
    readonly status = 400
    readonly code = 'invalid_request'
  }
  expect(await thrownBy(new ApiErrorOfTheServer())).toMatchObject({ init: { status: 400 } })
})

test('an error that is no ApiError is thrown unchanged', async () => {
  const fault = new TypeError('broken')
  expect(await thrownBy(fault)).toBe(fault)
})
