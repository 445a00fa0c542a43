import { expect, test } from 'vitest'
import { memoryShelves, tokenOf } from '#tests/support/browser-token.ts'
import { createAccessTokens } from './access-token.ts'
import { readToken, saveToken } from './stored-token.ts'

const NOW_S = 1_800_000_000
const HOUR_S = 3600

type Person = { uid: string; email: string | null }

/** A tab with somebody signed in at the identity provider, and a store that trades on demand. */
function tab(options: { person?: Person; knows?: boolean } = {}) {
  const shelves = memoryShelves()
  const asked: { email: string; idToken: string }[] = []
  const told: string[] = []
  const state = {
    person: 'person' in options ? options.person : { uid: 'ines', email: 'ines@example.com' },
    answer: async (uid: string) => tokenOf(uid, NOW_S + HOUR_S, String(asked.length)),
  }
  const tokens = createAccessTokens<null>({
    identity: async () => ({
      user: () => state.person,
      idToken: async (refresh) => (refresh ? 'renewed' : 'cached'),
    }),
    exchange: async (email, idToken) => {
      asked.push({ email, idToken })
      return { token: await state.answer(state.person?.uid ?? ''), user: null }
    },
    signedInUid: () => (options.knows === false ? undefined : (state.person?.uid ?? null)),
    traded: (_account, uid) => told.push(uid),
    shelves: () => shelves,
    now: () => NOW_S * 1000,
  })
  return { tokens, shelves, asked, told, state }
}

test('a stored token that lasts is sent as it is', async () => {
  const { tokens, shelves, asked } = tab()
  const token = tokenOf('ines', NOW_S + 60)
  saveToken(token, 'local', shelves)
  expect(await tokens.current()).toBe(token)
  expect(asked).toEqual([])
})

test('before the provider is loaded a stored token is trusted', async () => {
  const { tokens, shelves } = tab({ knows: false })
  saveToken(tokenOf('ines', NOW_S + 60), 'local', shelves)
  expect(await tokens.current()).toBe(tokenOf('ines', NOW_S + 60))
})

test('an ended token is traded for one from a renewed ID token, and kept where it was', async () => {
  const { tokens, shelves, asked } = tab()
  saveToken(tokenOf('ines', NOW_S + 10), 'session', shelves)
  const token = await tokens.current()
  expect(asked).toEqual([{ email: 'ines@example.com', idToken: 'renewed' }])
  expect(readToken(shelves)).toMatchObject({ token, keep: 'session' })
})

test('a trade tells the account that the store answered, with whose it is', async () => {
  const { tokens, told } = tab()
  await tokens.tradeAnew('local')
  expect(told).toEqual(['ines'])
})

test('calls at the same time share one trade', async () => {
  const { tokens, asked } = tab()
  const all = await Promise.all([tokens.current(), tokens.current(), tokens.renew(), tokens.renew()])
  expect(asked).toHaveLength(1)
  expect(new Set(all).size).toBe(1)
})

test('after a trade has failed the next call tries again', async () => {
  const { tokens, asked, state } = tab()
  const { answer } = state
  state.answer = async () => {
    throw new Error('down')
  }
  await expect(tokens.current()).rejects.toThrow('down')
  state.answer = answer
  expect(await tokens.current()).toBe(tokenOf('ines', NOW_S + HOUR_S, '2'))
  expect(asked).toHaveLength(2)
})

test('with nobody signed in nothing is sent and nothing is asked', async () => {
  const { tokens, shelves, asked } = tab({ person: undefined })
  saveToken(tokenOf('omar', NOW_S + 60), 'local', shelves)
  expect(await tokens.current()).toBeNull()
  expect(await tokens.renew()).toBeNull()
  expect(asked).toEqual([])
})

test("another person's stored token is never sent", async () => {
  const { tokens, shelves, asked } = tab()
  saveToken(tokenOf('omar', NOW_S + HOUR_S), 'session', shelves)
  expect(await tokens.current()).toBe(tokenOf('ines', NOW_S + HOUR_S, '1'))
  expect(asked).toHaveLength(1)
})

test('an answer that arrives after somebody else has signed in is dropped', async () => {
  const { tokens, shelves, state } = tab()
  state.answer = async (uid) => {
    state.person = { uid: 'omar', email: 'omar@example.com' }
    return tokenOf(uid, NOW_S + HOUR_S)
  }
  expect(await tokens.current()).toBeNull()
  expect(readToken(shelves)).toBeUndefined()
})

test('an account without an address is not traded', async () => {
  const { tokens, asked } = tab({ person: { uid: 'phone', email: null } })
  expect(await tokens.current()).toBeNull()
  expect(asked).toEqual([])
})

test('a sign-in trades anew even while an older trade is under way', async () => {
  const { tokens, shelves, asked } = tab()
  const older = tokens.renew()
  await tokens.tradeAnew('session')
  expect(await older).toBe(tokenOf('ines', NOW_S + HOUR_S, '1'))
  expect(asked.map(({ idToken }) => idToken)).toEqual(['renewed', 'cached'])
  expect(readToken(shelves)).toMatchObject({ keep: 'session' })
})

test('little time left is traded in the background, much is left alone', async () => {
  const { tokens, shelves, asked } = tab()
  saveToken(tokenOf('ines', NOW_S + 7 * 60), 'local', shelves)
  await tokens.keepFresh()
  expect(asked).toHaveLength(0)
  saveToken(tokenOf('ines', NOW_S + 5 * 60), 'local', shelves)
  await tokens.keepFresh()
  expect(asked).toHaveLength(1)
})
