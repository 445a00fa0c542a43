import { expect, test } from 'vitest'
import { memoryStorages, tokenOf } from '#tests/support/browser-token.ts'
import {
  DEVICE_KEY,
  deviceName,
  isUsable,
  readClaims,
  readToken,
  removeTokenOf,
  saveToken,
  TOKEN_KEY,
} from './stored-token.ts'

test('a token names its account and its end', () => {
  expect(readClaims(tokenOf('uid-é', 1_800_000_000))).toEqual({
    uid: 'uid-é',
    expiresAt: 1_800_000_000_000,
  })
})

test('a token may name the sign-in that it belongs to', () => {
  const token = `e30.${btoa('{"sub":"u","exp":2,"sid":"s-1"}')}.sig`
  expect(readClaims(token)).toEqual({ uid: 'u', expiresAt: 2000, signInId: 's-1' })
})

test.each([
  '',
  'abc',
  'a.b.c',
  `a.${btoa('null')}.c`,
  `a.${btoa('{"sub":1,"exp":2}')}.c`,
  `a.${btoa('{"sub":"u"}')}.c`,
])('a text that is no token has no claims: %j', (text) => {
  expect(readClaims(text)).toBeUndefined()
})

test('a token counts as ended thirty seconds early', () => {
  const stored = { token: 't', uid: 'u', persistence: 'local', expiresAt: 100_000 } as const
  expect(isUsable(stored, 69_999)).toBe(true)
  expect(isUsable(stored, 70_000)).toBe(false)
})

test('a remembered sign-in is stored in local storage only', () => {
  const storages = memoryStorages()
  saveToken(tokenOf('ines'), 'session', storages)
  saveToken(tokenOf('ines'), 'local', storages)
  expect(storages.session.getItem(TOKEN_KEY)).toBeNull()
  expect(readToken(storages)).toMatchObject({ uid: 'ines', persistence: 'local' })
})

test('a sign-in of this tab alone comes before another tab’s remembered one, and leaves it', () => {
  const storages = memoryStorages()
  saveToken(tokenOf('ines'), 'local', storages)
  saveToken(tokenOf('omar'), 'session', storages)
  expect(readToken(storages)).toMatchObject({ uid: 'omar', persistence: 'session' })
  expect(storages.local.getItem(TOKEN_KEY)).toBe(tokenOf('ines'))
})

test('the same person signed in for this tab only is remembered no more', () => {
  const storages = memoryStorages()
  saveToken(tokenOf('ines'), 'local', storages)
  saveToken(tokenOf('ines'), 'session', storages)
  expect(storages.local.getItem(TOKEN_KEY)).toBeNull()
})

test("removing one person's token leaves everybody else's", () => {
  const storages = memoryStorages()
  saveToken(tokenOf('ines'), 'local', storages)
  removeTokenOf('omar', storages)
  expect(readToken(storages)).toMatchObject({ uid: 'ines' })
  removeTokenOf('ines', storages)
  expect(readToken(storages)).toBeUndefined()
})

test('a browser makes its device name once and stores it', () => {
  const { local } = memoryStorages()
  const name = deviceName(local)
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(deviceName(local)).toBe(name)
  expect(deviceName(memoryStorages().local)).not.toBe(name)
})

test('a stored device name of another form is replaced', () => {
  const { local } = memoryStorages()
  local.setItem(DEVICE_KEY, 'not a name')
  const name = deviceName(local)
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(local.getItem(DEVICE_KEY)).toBe(name)
})

test('a browser that stores nothing has no device name', () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  expect(deviceName({ getItem: refuse, setItem: refuse })).toBeUndefined()
  expect(deviceName({ getItem: () => null, setItem: refuse })).toBeUndefined()
})
