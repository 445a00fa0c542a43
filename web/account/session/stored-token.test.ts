import { expect, test } from 'vitest'
import { memoryShelves, tokenOf } from '#tests/support/browser-token.ts'
import { isUsable, readClaims, readToken, removeTokenOf, saveToken, TOKEN_KEY } from './stored-token.ts'

test('a token tells whose it is and when it ends', () => {
  expect(readClaims(tokenOf('uid-é', 1_800_000_000))).toEqual({
    uid: 'uid-é',
    expiresAt: 1_800_000_000_000,
  })
})

test('a token tells which sign-in it belongs to, where it says so', () => {
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
])('a text that is no token tells nothing: %j', (text) => {
  expect(readClaims(text)).toBeUndefined()
})

test('a token counts as ended thirty seconds early', () => {
  const stored = { token: 't', uid: 'u', keep: 'local', expiresAt: 100_000 } as const
  expect(isUsable(stored, 69_999)).toBe(true)
  expect(isUsable(stored, 70_000)).toBe(false)
})

test('a remembered sign-in is kept in local storage only', () => {
  const shelves = memoryShelves()
  saveToken(tokenOf('ines'), 'session', shelves)
  saveToken(tokenOf('ines'), 'local', shelves)
  expect(shelves.session.getItem(TOKEN_KEY)).toBeNull()
  expect(readToken(shelves)).toMatchObject({ uid: 'ines', keep: 'local' })
})

test('a sign-in of this tab alone comes before another tab’s remembered one, and leaves it', () => {
  const shelves = memoryShelves()
  saveToken(tokenOf('ines'), 'local', shelves)
  saveToken(tokenOf('omar'), 'session', shelves)
  expect(readToken(shelves)).toMatchObject({ uid: 'omar', keep: 'session' })
  expect(shelves.local.getItem(TOKEN_KEY)).toBe(tokenOf('ines'))
})

test('the same person signed in for this tab only is remembered no more', () => {
  const shelves = memoryShelves()
  saveToken(tokenOf('ines'), 'local', shelves)
  saveToken(tokenOf('ines'), 'session', shelves)
  expect(shelves.local.getItem(TOKEN_KEY)).toBeNull()
})

test("removing one person's token leaves everybody else's", () => {
  const shelves = memoryShelves()
  saveToken(tokenOf('ines'), 'local', shelves)
  removeTokenOf('omar', shelves)
  expect(readToken(shelves)).toMatchObject({ uid: 'ines' })
  removeTokenOf('ines', shelves)
  expect(readToken(shelves)).toBeUndefined()
})
