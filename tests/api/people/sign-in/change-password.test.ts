import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('the address at which password managers change a password leads to the account page', async () => {
  const { statusCode, headers } = await store.app.inject('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/dashboard/account'])
})
