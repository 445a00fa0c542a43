import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type ApiClient, createApiClient } from '#contract/api-client.ts'
import type { Role } from '#contract/platform/auth/roles.ts'
import type { Database } from '#database/open.ts'
import { type StoreOptions as ComposeOptions, composeStore, type Store } from '#server/compose.ts'
import { changeRole } from '#server/people/users/service.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { freshDatabase } from './database/database.ts'
import fc from './fast-check.ts'
import { findUndocumented } from './http/documented.ts'
import { CHEAP_PASSWORDS } from './password-cost.ts'
import { type FetchInterceptor, interceptFetch } from './payments/intercept-fetch.ts'
import { seededRandom } from './same-time.ts'

/** A clock that only a test advances. */
type Clock = { now: () => Date; advance(ms: number): void }

export type Person = {
  name: string
  email: string
  password: string
  uid: string
  idToken: string
  token: string
  /** The typed client with this person's access token. */
  api: ApiClient
}

export type TestStore = Store & {
  app: FastifyInstance
  config: Config
  database: Database
  clock: Clock
  /** The typed client without a token. */
  api: ApiClient
  apiWith(token: string): ApiClient
  /** A raw request with an optional token. */
  call(request: InjectOptions & { token?: string | undefined }): Promise<LightMyRequestResponse>
  signUp(name?: string): Promise<Person>
  signUpStaff(role: Role): Promise<Person>
  signUpAdmin(): Promise<Person>
  /** Marks the address as verified at the identity provider and exchanges a token, so that the store knows it too. */
  verify(person: Person): Promise<Person>
  /** The same person with new tokens: an access token is valid for an hour. */
  signInAgain(person: Person): Promise<Person>
  close(): Promise<void>
}

/**
 * `web` is a folder whose `dist` has the built pages; without it the store has no pages. `on` is the database to use.
 */
export type StoreOptions = {
  env?: Record<string, string>
  start?: Date
  web?: string
  cardNetwork?: FetchInterceptor
  log?: FastifyBaseLogger
  on?: Database
  /** By default no response stays fresh: tests write into the database, of which the cache of the store learns nothing. */
  cacheLife?: ComposeOptions['cacheLife']
}

/**
 * Opens the real store, called in process. By default it has a database of its own and the limits of the demo;
 * `on` and `env` replace them. `close` also closes `on`, and throws if `/api/openapi.json` lacks part of a response.
 */
export async function openTestStore({
  env = {},
  start = new Date(),
  web,
  cardNetwork,
  log,
  on,
  cacheLife = { maxAgeMs: 0 },
}: StoreOptions = {}): Promise<TestStore> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partsline-test-'))
  const database = on ?? (await freshDatabase())
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env })
  const clock = createClock(start)
  const store = await composeStore({
    config,
    database,
    now: clock.now,
    random: seededRandom(fc.readConfigureGlobal().seed),
    checkResponses: true,
    print: () => {},
    cacheLife,
    passwordCost: CHEAP_PASSWORDS,
    ...(web ? { web: { root: web, dev: false } } : {}),
    ...(log ? { log } : {}),
    ...(cardNetwork ? { cardNetwork: (send) => interceptFetch(send, cardNetwork) } : {}),
  })
  const { app } = store
  await app.ready()
  const undocumented = new Set<string>()
  const call: TestStore['call'] = async ({ token, ...request }) => {
    const response = await app.inject({
      ...request,
      headers: { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
    for (const missing of undocumentedIn(request, response)) undocumented.add(missing)
    return response
  }
  const apiWith = (token?: string) => createInjectClient(call, token)
  let people = 0
  const test = {
    ...store,
    config,
    database,
    clock,
    call,
    api: apiWith(),
    apiWith,
    async signUp(name = 'Test Person') {
      people += 1
      return register({ call, apiWith, config }, { name, email: `person${people}@example.com` })
    },
    async signUpStaff(role: Role) {
      const person = await test.signUp(`Test ${role}`)
      await changeRole(database.db, { email: person.email, role }, { actorId: null, at: clock.now() })
      return person
    },
    signUpAdmin: () => test.signUpStaff('admin'),
    async verify(person: Person) {
      const { uid, email, idToken } = person
      await database.db
        .updateTable('identity.users')
        .set({ email_verified: true })
        .where('id', '=', uid)
        .execute()
      await apiWith(idToken).exchangeToken({ params: { email }, body: { email } })
      return person
    },
    async signInAgain(person: Person) {
      const response = await call({
        method: 'POST',
        url: `/identity/v1/accounts:signInWithPassword?key=${config.identity.apiKey}`,
        payload: { email: person.email, password: person.password, returnSecureToken: true },
      })
      const { idToken } = response.json<{ idToken: string }>()
      const exchange = { params: { email: person.email }, body: { email: person.email } }
      const { token } = await apiWith(idToken).exchangeToken(exchange)
      return { ...person, idToken, token, api: apiWith(token) }
    },
    async close() {
      await store.sandbox?.stop()
      await store.jobs.stop()
      await app.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
      if (undocumented.size > 0) {
        throw new Error(`/api/openapi.json does not declare: ${[...undocumented].join(', ')}`)
      }
    },
  }
  return test
}

function undocumentedIn({ method = 'GET', url }: InjectOptions, response: LightMyRequestResponse): string[] {
  const { statusCode: status, headers, payload } = response
  return findUndocumented({ method: method.toLowerCase(), url: String(url), status, headers, payload })
}

function createClock(start: Date): Clock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms
    },
  }
}

function createInjectClient(call: TestStore['call'], token?: string): ApiClient {
  return createApiClient(async ({ method, path: url, headers, body }) => {
    const payload = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body
    const response = await call({
      method: method as 'GET',
      url,
      headers,
      token,
      ...(payload === undefined ? {} : { payload }),
    })
    return {
      status: response.statusCode,
      header: (name) => {
        const value = response.headers[name.toLowerCase()]
        return value === undefined ? null : String(value)
      },
      text: async () => response.payload,
      blob: async () => new Blob([new Uint8Array(response.rawPayload)]),
    }
  })
}

type RegisterDeps = { call: TestStore['call']; apiWith: (token: string) => ApiClient; config: Config }

async function register(
  { call, apiWith, config }: RegisterDeps,
  who: { name: string; email: string },
): Promise<Person> {
  const password = 'a-good-password'
  const key = config.identity.apiKey
  const created = await call({
    method: 'POST',
    url: `/identity/v1/accounts:signUp?key=${key}`,
    payload: { email: who.email, password, returnSecureToken: true },
  })
  const { idToken: first, localId: uid, refreshToken } = created.json<Record<string, string>>()
  await call({
    method: 'POST',
    url: `/identity/v1/accounts:update?key=${key}`,
    payload: { idToken: first, displayName: who.name, returnSecureToken: true },
  })
  const refreshed = await call({
    method: 'POST',
    url: `/identity/v1/token?key=${key}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken ?? '',
    }).toString(),
  })
  const idToken = refreshed.json<{ id_token: string }>().id_token
  const exchanged = await call({
    method: 'PUT',
    url: `/api/user/${who.email}`,
    token: idToken,
    payload: { email: who.email },
  })
  if (exchanged.statusCode !== 200) throw new Error(`The test person could not sign up: ${exchanged.payload}`)
  const { token } = exchanged.json<{ token: string }>()
  return { ...who, password, uid: uid ?? '', idToken, token, api: apiWith(token) }
}
