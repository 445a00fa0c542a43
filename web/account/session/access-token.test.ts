import { expect, test } from 'vitest'
import { memoryStorages, tokenOf } from '#tests/support/browser-token.ts'
import { createAccessTokens } from './access-token.ts'
import { readToken, saveToken } from './stored-token.ts'

const NOW_S = 1_800_000_000
const HOUR_S = 3600

type Person = { uid: string; email: string | null }

/** A tab with an account signed in at the identity provider, and a store that answers exchanges. */
function tab(options: { person?: Person; knows?: boolean } = {}) {
  const storages = memoryStorages()
  const asked: { email: string; idToken: string }[] = []
  const exchanged: string[] = []
  const state = {
    person: 'person' in options ? options.person : { uid: 'ines', email: 'ines@example.com' },
    answer: async (uid: string) => tokenOf(uid, NOW_S + HOUR_S, String(asked.length)),
  }
  const tokens = createAccessTokens<null>({
    identity: async () => ({
      user: () => state.person,
      idToken: async (refresh) => (refresh ? 'renewed' : 'cached'),
    }),
    requestToken: async (email, idToken) => {
      asked.push({ email, idToken })
      return { token: await state.answer(state.person?.uid ?? ''), user: null }
    },
    signedInUid: () => (options.knows === false ? undefined : (state.person?.uid ?? null)),
    onExchanged: (_account, uid) => exchanged.push(uid),
    storages: () => storages,
    now: () => NOW_S * 1000,
  })
  return { tokens, storages, asked, exchanged, state }
}

test('a stored token that lasts is sent as it is', async () => {
  const { tokens, storages, asked } = tab()
  const token = tokenOf('ines', NOW_S + 60)
  saveToken(token, 'local', storages)
  expect(await tokens.current()).toBe(token)
  expect(asked).toEqual([])
})

test('before the provider is loaded a stored token is trusted', async () => {
  const { tokens, storages } = tab({ knows: false })
  saveToken(tokenOf('ines', NOW_S + 60), 'local', storages)
  expect(await tokens.current()).toBe(tokenOf('ines', NOW_S + 60))
})

test('an ended token is replaced by one from a renewed ID token, in the same storage', async () => {
  const { tokens, storages, asked } = tab()
  saveToken(tokenOf('ines', NOW_S + 10), 'session', storages)
  const token = await tokens.current()
  expect(asked).toEqual([{ email: 'ines@example.com', idToken: 'renewed' }])
  expect(readToken(storages)).toMatchObject({ token, persistence: 'session' })
})

test('after an exchange the account that the store answered is passed on with its uid', async () => {
  const { tokens, exchanged } = tab()
  await tokens.exchangeAfterSignIn('local')
  expect(exchanged).toEqual(['ines'])
})

test('calls at the same time share one exchange', async () => {
  const { tokens, asked } = tab()
  const all = await Promise.all([tokens.current(), tokens.current(), tokens.renew(), tokens.renew()])
  expect(asked).toHaveLength(1)
  expect(new Set(all).size).toBe(1)
})

test('after an exchange has failed the next call tries again', async () => {
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

test('without a signed-in account no token is sent or requested', async () => {
  const { tokens, storages, asked } = tab({ person: undefined })
  saveToken(tokenOf('omar', NOW_S + 60), 'local', storages)
  expect(await tokens.current()).toBeNull()
  expect(await tokens.renew()).toBeNull()
  expect(asked).toEqual([])
})

test("another person's stored token is never sent", async () => {
  const { tokens, storages, asked } = tab()
  saveToken(tokenOf('omar', NOW_S + HOUR_S), 'session', storages)
  expect(await tokens.current()).toBe(tokenOf('ines', NOW_S + HOUR_S, '1'))
  expect(asked).toHaveLength(1)
})

test('a response that arrives after another account has signed in is dropped', async () => {
  const { tokens, storages, state } = tab()
  state.answer = async (uid) => {
    state.person = { uid: 'omar', email: 'omar@example.com' }
    return tokenOf(uid, NOW_S + HOUR_S)
  }
  expect(await tokens.current()).toBeNull()
  expect(readToken(storages)).toBeUndefined()
})

test('an account without an address gets no token of the store', async () => {
  const { tokens, asked } = tab({ person: { uid: 'phone', email: null } })
  expect(await tokens.current()).toBeNull()
  expect(asked).toEqual([])
})

test('a new sign-in has its own exchange even while an older one runs', async () => {
  const { tokens, storages, asked } = tab()
  const older = tokens.renew()
  await tokens.exchangeAfterSignIn('session')
  expect(await older).toBe(tokenOf('ines', NOW_S + HOUR_S, '1'))
  expect(asked.map(({ idToken }) => idToken)).toEqual(['renewed', 'cached'])
  expect(readToken(storages)).toMatchObject({ persistence: 'session' })
})

test('a token is renewed ahead of its end, and not earlier', async () => {
  const { tokens, storages, asked } = tab()
  saveToken(tokenOf('ines', NOW_S + 7 * 60), 'local', storages)
  await tokens.renewAhead()
  expect(asked).toHaveLength(0)
  saveToken(tokenOf('ines', NOW_S + 5 * 60), 'local', storages)
  await tokens.renewAhead()
  expect(asked).toHaveLength(1)
})
