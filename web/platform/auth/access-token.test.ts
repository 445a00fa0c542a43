import { expect, test, vi } from 'vitest'
import { memoryStorages, tokenOf } from '#tests/support/browser-token.ts'
import {
  createAccessTokens,
  DEVICE_KEY,
  deviceId,
  isUsable,
  readClaims,
  readToken,
  removeTokenOf,
  saveToken,
  TOKEN_KEY,
} from './access-token.ts'

const NOW_S = 1_800_000_000
const HOUR_S = 3600

type Account = { uid: string; email: string | null }

/** A tab with an account signed in at the identity provider, and a store that exchanges tokens. */
function openTab(options: { account?: Account; isSessionKnown?: boolean } = {}) {
  const storages = memoryStorages()
  const requests: { email: string; idToken: string }[] = []
  const exchanged: string[] = []
  const state = {
    account: 'account' in options ? options.account : { uid: 'ines', email: 'ines@example.com' },
    issueToken: async (uid: string) => tokenOf(uid, NOW_S + HOUR_S, String(requests.length)),
  }
  const tokens = createAccessTokens<null>({
    identity: async () => ({
      user: () => state.account,
      idToken: async (refresh) => (refresh ? 'renewed' : 'cached'),
    }),
    requestToken: async (email, idToken) => {
      requests.push({ email, idToken })
      return { token: await state.issueToken(state.account?.uid ?? ''), user: null }
    },
    signedInUid: () => (options.isSessionKnown === false ? undefined : (state.account?.uid ?? null)),
    onExchanged: (_account, uid) => exchanged.push(uid),
    storages: () => storages,
    now: () => NOW_S * 1000,
  })
  return { tokens, storages, requests, exchanged, state }
}

test('a stored token that lasts is sent as it is', async () => {
  const { tokens, storages, requests } = openTab()
  const token = tokenOf('ines', NOW_S + 60)
  saveToken(token, 'local', storages)
  expect(await tokens.current()).toBe(token)
  expect(requests).toEqual([])
})

test('before the provider is loaded a stored token is trusted', async () => {
  const { tokens, storages } = openTab({ isSessionKnown: false })
  saveToken(tokenOf('ines', NOW_S + 60), 'local', storages)
  expect(await tokens.current()).toBe(tokenOf('ines', NOW_S + 60))
})

test('an ended token is replaced by one from a renewed ID token, in the same storage', async () => {
  const { tokens, storages, requests } = openTab()
  saveToken(tokenOf('ines', NOW_S + 10), 'session', storages)
  const token = await tokens.current()
  expect(requests).toEqual([{ email: 'ines@example.com', idToken: 'renewed' }])
  expect(readToken(storages)).toMatchObject({ token, persistence: 'session' })
})

test('after an exchange the uid of the account is passed on', async () => {
  const { tokens, exchanged } = openTab()
  await tokens.exchangeAfterSignIn('local')
  expect(exchanged).toEqual(['ines'])
})

test('calls at the same time share one exchange', async () => {
  const { tokens, requests } = openTab()
  const all = await Promise.all([tokens.current(), tokens.current(), tokens.renew(), tokens.renew()])
  expect(requests).toHaveLength(1)
  expect(new Set(all).size).toBe(1)
})

test('after an exchange has failed the next call tries again', async () => {
  const { tokens, requests, state } = openTab()
  const { issueToken } = state
  state.issueToken = async () => {
    throw new Error('down')
  }
  await expect(tokens.current()).rejects.toThrow('down')
  state.issueToken = issueToken
  expect(await tokens.current()).toBe(tokenOf('ines', NOW_S + HOUR_S, '2'))
  expect(requests).toHaveLength(2)
})

test('without a signed-in account no token is sent or requested', async () => {
  const { tokens, storages, requests } = openTab({ account: undefined })
  saveToken(tokenOf('omar', NOW_S + 60), 'local', storages)
  expect(await tokens.current()).toBeNull()
  expect(await tokens.renew()).toBeNull()
  expect(requests).toEqual([])
})

test("once the provider is loaded, another account's stored token is not sent", async () => {
  const { tokens, storages, requests } = openTab()
  saveToken(tokenOf('omar', NOW_S + HOUR_S), 'session', storages)
  expect(await tokens.current()).toBe(tokenOf('ines', NOW_S + HOUR_S, '1'))
  expect(requests).toHaveLength(1)
})

test('a response that arrives after another account has signed in is dropped', async () => {
  const { tokens, storages, state } = openTab()
  state.issueToken = async (uid) => {
    state.account = { uid: 'omar', email: 'omar@example.com' }
    return tokenOf(uid, NOW_S + HOUR_S)
  }
  expect(await tokens.current()).toBeNull()
  expect(readToken(storages)).toBeUndefined()
})

test('an account without an address gets no token of the store', async () => {
  const { tokens, requests } = openTab({ account: { uid: 'phone', email: null } })
  expect(await tokens.current()).toBeNull()
  expect(requests).toEqual([])
})

test('a new sign-in has its own exchange even while an older one runs', async () => {
  const { tokens, storages, requests } = openTab()
  const older = tokens.renew()
  await tokens.exchangeAfterSignIn('session')
  expect(await older).toBe(tokenOf('ines', NOW_S + HOUR_S, '1'))
  expect(requests.map(({ idToken }) => idToken)).toEqual(['renewed', 'cached'])
  expect(readToken(storages)).toMatchObject({ persistence: 'session' })
})

test('a token is renewed ahead with five minutes left, and not with seven', async () => {
  const { tokens, storages, requests } = openTab()
  saveToken(tokenOf('ines', NOW_S + 7 * 60), 'local', storages)
  await tokens.renewAhead()
  expect(requests).toHaveLength(0)
  saveToken(tokenOf('ines', NOW_S + 5 * 60), 'local', storages)
  await tokens.renewAhead()
  expect(requests).toHaveLength(1)
})

test('the claims of a token name its account and its expiry', () => {
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

test('a token of this tab alone is read before another account’s remembered one, which stays', () => {
  const storages = memoryStorages()
  saveToken(tokenOf('ines'), 'local', storages)
  saveToken(tokenOf('omar'), 'session', storages)
  expect(readToken(storages)).toMatchObject({ uid: 'omar', persistence: 'session' })
  expect(storages.local.getItem(TOKEN_KEY)).toBe(tokenOf('ines'))
})

test('an account that signs in for this tab only is no longer remembered', () => {
  const storages = memoryStorages()
  saveToken(tokenOf('ines'), 'local', storages)
  saveToken(tokenOf('ines'), 'session', storages)
  expect(storages.local.getItem(TOKEN_KEY)).toBeNull()
})

test("removing one account's token leaves another account's", () => {
  const storages = memoryStorages()
  saveToken(tokenOf('ines'), 'local', storages)
  removeTokenOf('omar', storages)
  expect(readToken(storages)).toMatchObject({ uid: 'ines' })
  removeTokenOf('ines', storages)
  expect(readToken(storages)).toBeUndefined()
})

test('a browser generates its device id once and stores it', () => {
  const { local } = memoryStorages()
  const id = deviceId(() => local)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(deviceId(() => local)).toBe(id)
  expect(deviceId(() => memoryStorages().local)).not.toBe(id)
})

test('a stored device id of another form is replaced', () => {
  const { local } = memoryStorages()
  local.setItem(DEVICE_KEY, 'not an id')
  const id = deviceId(() => local)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(local.getItem(DEVICE_KEY)).toBe(id)
})

test('a browser that stores nothing has no device id', () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  expect(deviceId(refuse)).toBeUndefined()
  expect(deviceId(() => ({ getItem: refuse, setItem: refuse }))).toBeUndefined()
  expect(deviceId(() => ({ getItem: () => null, setItem: refuse }))).toBeUndefined()
})

test('a storage that the browser forbids holds no token, and nothing fails', () => {
  const forbidden = {
    get(): Storage {
      throw new Error('SecurityError')
    },
  }
  vi.stubGlobal('window', Object.defineProperties({}, { localStorage: forbidden, sessionStorage: forbidden }))
  saveToken(tokenOf('ines'), 'local')
  expect(readToken()).toBeUndefined()
  removeTokenOf('ines')
  vi.unstubAllGlobals()
})
