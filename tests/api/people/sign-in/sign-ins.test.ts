import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#database/uuid.ts'
import {
  endSignIn,
  endSignInsOf,
  findOpenSignIn,
  findSignIn,
  saveSignIn,
} from '#server/people/sign-in/sign-ins.ts'
import type { Caller } from '#server/platform/auth/authenticate.ts'
import { listMail } from '#server/platform/mail/mail-history.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ env: { MAILS_PER_HOUR: '5' } })
})
afterAll(() => store.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Tokens = { idToken: string; refreshToken: string }

async function callIdentity(operation: string, payload: object | string) {
  const isForm = typeof payload === 'string'
  const answer = await store.call({
    method: 'POST',
    url: `/identity/${operation}?key=${store.config.identity.apiKey}`,
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function signIn(person: Person): Promise<Tokens> {
  const { email, password } = person
  const { body } = await callIdentity('v1/accounts:signInWithPassword', {
    email,
    password,
    returnSecureToken: true,
  })
  return body
}

const refresh = (token: string) => callIdentity('v1/token', `grant_type=refresh_token&refresh_token=${token}`)

function exchange(
  { email }: Person,
  idToken: string,
  { device, agent }: { device?: string; agent?: string } = {},
) {
  return store.call({
    method: 'PUT',
    url: `/api/user/${email}`,
    token: idToken,
    headers: agent ? { 'user-agent': agent } : {},
    payload: { email, ...(device ? { device } : {}) },
  })
}

/** Signs in once more, as another browser would. */
async function signInOnAnotherDevice(person: Person, device: { device?: string; agent?: string } = {}) {
  const tokens = await signIn(person)
  const answer = await exchange(person, tokens.idToken, device)
  const { token } = answer.json<{ token: string }>()
  return { ...person, ...tokens, token, api: store.apiWith(token) }
}

const callStore = async (token: string) => {
  const answer = await store.call({ url: '/api/order', token })
  return [answer.statusCode, answer.json().code]
}
async function callerOf({ uid, email }: Person): Promise<Caller> {
  const user = await store.database.db
    .selectFrom('users')
    .select('id')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return { ...user, uid, email, role: 'user', signInId: newId() }
}
const listSignIns = async ({ api }: Person) => (await api.listSignIns()).items
const signUpVerified = async () => store.verify(await store.signUp())
const mailsTo = async ({ email }: Person) =>
  (await listMail(store.database.db)).filter(({ to }) => to === email)
const ENDED = [401, 'unauthenticated']

describe('the list of sign-ins', () => {
  test('the list names each device, newest first, and marks the current one', async () => {
    const person = await store.signUp()
    const startedAt = store.clock.now().toISOString()
    store.clock.advance(60_000)
    const phone = await signInOnAnotherDevice(person, { agent: FIREFOX })
    const items = await listSignIns(phone)
    expect(items).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        device: 'Firefox on Linux',
        createdAt: store.clock.now().toISOString(),
        lastSeenAt: store.clock.now().toISOString(),
        current: true,
      },
      {
        _id: expect.any(String),
        device: 'Unknown device',
        createdAt: startedAt,
        lastSeenAt: startedAt,
        current: false,
      },
    ])
    expect((await listSignIns(person)).map(({ current }) => current)).toEqual([false, true])
  })

  test('the list has pages', { tags: 'long' }, async () => {
    const person = await store.signUp()
    for (let count = 0; count < 3; count += 1) {
      store.clock.advance(1000)
      await signInOnAnotherDevice(person)
    }
    const whole = await listSignIns(person)
    const first = await person.api.listSignIns({ query: { limit: 3 } })
    const rest = await person.api.listSignIns({ query: { limit: 3, after: first.next ?? undefined } })
    expect([...first.items, ...rest.items]).toEqual(whole)
    expect(whole).toHaveLength(4)
  })

  test('a sign-in is one entry through refreshes and a new password', async () => {
    const person = await signInOnAnotherDevice(await store.signUp())
    const [current] = (await listSignIns(person)).filter((item) => item.current)
    store.clock.advance(120_000)
    const refreshed = await refresh(person.refreshToken)
    expect((await exchange(person, refreshed.body.id_token, { agent: FIREFOX })).statusCode).toBe(200)
    const { body: changed } = await callIdentity('v1/accounts:update', {
      idToken: person.idToken,
      password: 'another-password',
      returnSecureToken: true,
    })
    const answer = await exchange(person, changed.idToken, { agent: FIREFOX })
    const items = await listSignIns({ ...person, api: store.apiWith(answer.json().token) })
    expect(items).toEqual([
      { ...current, device: 'Firefox on Linux', lastSeenAt: store.clock.now().toISOString(), current: true },
    ])
    expect(decodeJwt(changed.idToken).sid).toBe(decodeJwt(person.idToken).sid)
  })

  test('a new sign-in that arrives many times concurrently is one entry', async () => {
    const person = await store.signUp()
    const { idToken } = await signIn(person)
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(person, idToken)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await listSignIns(person)).toHaveLength(2)
  })
})

describe('ending a sign-in', () => {
  test('an ended sign-in’s access, ID and refresh tokens get errors, and the tokens of another do not', async () => {
    const [person, thief] = await signInOnTwoDevices()
    const stolen = (await listSignIns(person)).find((item) => !item.current)?._id ?? ''
    expect(await callStore(thief.token)).toEqual([200, undefined])
    expect(await person.api.endSignIn({ params: { id: stolen } })).toEqual({ deletedCount: 1 })
    expect(await callStore(thief.token)).toEqual(ENDED)
    expect((await exchange(thief, thief.idToken)).statusCode).toBe(401)
    expect((await refresh(thief.refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')
    const takeover = { idToken: thief.idToken, password: 'mine-now', returnSecureToken: true }
    expect((await callIdentity('v1/accounts:update', takeover)).body.error.message).toBe('TOKEN_EXPIRED')
    expect(await callStore(person.token)).toEqual([200, undefined])
    expect((await refresh(person.refreshToken)).status).toBe(200)
    expect(await listSignIns(person)).toHaveLength(1)
  })

  test('the current sign-in can be ended, and others stay', async () => {
    const [person, other] = await signInOnTwoDevices()
    const own = (await listSignIns(person)).find((item) => item.current)?._id ?? ''
    await person.api.endSignIn({ params: { id: own } })
    expect(await callStore(person.token)).toEqual(ENDED)
    expect(await listSignIns(other)).toHaveLength(1)
  })

  test('an ended or unknown sign-in, or one of another account, is not found', { tags: 'long' }, async () => {
    const [person, other] = await signInOnTwoDevices()
    const stranger = await store.signUp()
    const id = (await listSignIns(person)).find((item) => !item.current)?._id ?? ''
    const end = async (who: Person, which: string) => {
      const answer = await store.call({ method: 'DELETE', url: `/api/sign-in/${which}`, token: who.token })
      return [answer.statusCode, answer.json().code]
    }
    expect(await end(stranger, id)).toEqual([404, 'not_found'])
    expect(await callStore(other.token)).toEqual([200, undefined])
    expect(await end(person, id)).toEqual([200, undefined])
    for (const which of [id, newId(), 'x']) expect(await end(person, which)).toEqual([404, 'not_found'])
  })

  test('ending a sign-in that another call has ended meanwhile is not found', { tags: 'long' }, async () => {
    const [person] = await signInOnTwoDevices()
    const id = (await listSignIns(person)).find((item) => !item.current)?._id ?? ''
    const caller = await callerOf(person)
    const { db } = store.database
    const signIn = await findOpenSignIn(db, { params: { id } })
    const provider = {
      endSession: () => endSignIn(db, { signIn, caller, at: store.clock.now() }, store.identityAdmin),
      endOtherSessions: async () => {},
    }
    const second = endSignIn(db, { signIn, caller, at: store.clock.now() }, provider)
    await expect(second).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a sign-in that ends while its token is exchanged gets no new token', async () => {
    const [person, thief] = await signInOnTwoDevices()
    const { db } = store.database
    const { id: userId } = await callerOf(person)
    const {
      auth_time: signedInAt,
      sid,
      exp = 0,
    } = decodeJwt<{ auth_time: number; sid: string }>(thief.idToken)
    const identity = { uid: person.uid, sid, signedInAt: new Date(signedInAt * 1000), secondFactor: false }
    const known = await findSignIn(db, identity)
    await person.api.endSignIn({ params: { id: known?.id ?? '' } })
    const exchanging = saveSignIn(db, known, {
      userId,
      identity,
      validSince: new Date(0),
      device: { id: null, name: 'Firefox' },
      at: new Date(exp * 1000),
      origin: store.config.origin,
      mailsPerHour: 5,
    })
    await expect(exchanging).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('an ended sign-in keeps the time of its end when all earlier ones are ended later', async () => {
    const [person] = await signInOnTwoDevices()
    const { db } = store.database
    const id = (await listSignIns(person)).find((item) => !item.current)?._id ?? ''
    await person.api.endSignIn({ params: { id } })
    const endedAt = () => db.selectFrom('sign_ins').select('ended_at').where('id', '=', id).executeTakeFirst()
    const before = await endedAt()
    expect(before?.ended_at).toBeInstanceOf(Date)
    const at = new Date(store.clock.now().getTime() + 60_000)
    const { id: userId } = await callerOf(person)
    const identity = { uid: person.uid, sid: newId(), signedInAt: at, secondFactor: false }
    await saveSignIn(db, undefined, {
      userId,
      identity,
      validSince: at,
      device: { id: null, name: 'Firefox' },
      at,
      origin: store.config.origin,
      mailsPerHour: 5,
    })
    await endSignInsOf(db, { uid: person.uid, at })
    expect(await endedAt()).toEqual(before)
  })

  test('a sign-in ends although its tokens are exchanged and refreshed concurrently', async () => {
    const [person, thief] = await signInOnTwoDevices()
    const id = (await listSignIns(person)).find((item) => !item.current)?._id ?? ''
    await Promise.all([
      person.api.endSignIn({ params: { id } }),
      ...Array.from({ length: 5 }, () => exchange(thief, thief.idToken)),
      ...Array.from({ length: 5 }, () => refresh(thief.refreshToken)),
    ])
    expect(await callStore(thief.token)).toEqual(ENDED)
    expect((await exchange(thief, thief.idToken)).statusCode).toBe(401)
    expect((await refresh(thief.refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')
  })
})

describe('ending all other sign-ins', () => {
  test('the current sign-in stays; all others end, even if the store has not seen them yet', {
    tags: 'long',
  }, async () => {
    const [person, one] = await signInOnTwoDevices()
    const two = await signInOnAnotherDevice(person)
    const unseen = await signIn(person)
    expect(await person.api.endOtherSignIns()).toEqual({ deletedCount: 2 })
    for (const { token } of [one, two]) expect(await callStore(token)).toEqual(ENDED)
    expect((await exchange(person, unseen.idToken)).statusCode).toBe(401)
    expect((await refresh(unseen.refreshToken)).body.error.message).toBe('TOKEN_EXPIRED')
    expect((await listSignIns(person)).map(({ current }) => current)).toEqual([true])
    expect(await person.api.endOtherSignIns()).toEqual({ deletedCount: 0 })
    expect((await exchange(person, person.idToken)).statusCode).toBe(200)
    expect(await callStore((await signInOnAnotherDevice(person)).token)).toEqual([200, undefined])
  })
})

describe('a mail about a new device', () => {
  const laptop = { device: 'laptop-0001', agent: FIREFOX }

  test('a device that was never used before causes a mail, and a known one does not', async () => {
    const person = await signInOnAnotherDevice(await signUpVerified(), laptop)
    const [mail, ...others] = await mailsTo(person)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('A new sign-in to your account')
    expect(mail?.text).toContain('Firefox on Linux')
    expect(mail?.text).toContain(`${store.config.origin}/dashboard/account`)
    await signInOnAnotherDevice(person, laptop)
    expect(await mailsTo(person)).toHaveLength(1)
    await signInOnAnotherDevice(person, { ...laptop, device: 'phone-00001' })
    expect(await mailsTo(person)).toHaveLength(2)
  })

  test('the first device causes no mail', async () => {
    expect(await mailsTo(await signUpVerified())).toEqual([])
  })

  test('a device without an id causes a mail each time, up to an hourly limit', async () => {
    const person = await signUpVerified()
    for (let count = 0; count < 10; count += 1) await signInOnAnotherDevice(person)
    expect(await mailsTo(person)).toHaveLength(5)
    store.clock.advance(3_600_001)
    await signInOnAnotherDevice(person)
    expect(await mailsTo(person)).toHaveLength(6)
  })

  test.each(['short', 'x'.repeat(65), 'with spaces in it', '<b>bold</b>'])(
    'the device id %j is rejected',
    async (device) => {
      const person = await store.signUp()
      const answer = await exchange(person, person.idToken, { device })
      expect([answer.statusCode, answer.json().errors?.[0].path]).toEqual([400, 'device'])
    },
  )
})

test('authentication takes a connection from the pool once per request', async () => {
  const person = await store.signUp()
  const { pool } = store.database
  const connect = vi.spyOn(pool, 'connect')
  // The handler runs no statement: the address is rejected first.
  const url = '/api/user/another@example.com'
  expect((await store.call({ url, token: person.token })).statusCode).toBe(403)
  expect(connect).toHaveBeenCalledTimes(1)
  connect.mockRestore()
})

/** Signs a new person in on two devices, and ends the sign-in of the registration. */
async function signInOnTwoDevices() {
  const registered = await store.signUp()
  const person = await signInOnAnotherDevice(registered)
  const [current] = (await listSignIns(person)).filter((item) => item.current)
  for (const item of await listSignIns(person))
    if (item._id !== current?._id) await person.api.endSignIn({ params: { id: item._id } })
  return [person, await signInOnAnotherDevice(person)] as const
}
