import { sql } from 'kysely'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import type { Db } from '#database/open.ts'
import { type ApiRequest, type ApiResponse, type CallLog, callApi, retry } from './call-api.ts'

/** An account; after a 401 its call is repeated once with a new access token. */
export type Person = {
  email: string
  call(request: ApiRequest, log?: CallLog): Promise<ApiResponse>
}

const API_KEY = 'partsline-embedded'

export async function signInAdmin(origin: string): Promise<Person> {
  const { email, password } = sampleAdmin
  const account = await callIdentity(origin, 'accounts:signInWithPassword', { email, password })
  return createPerson(origin, { email, refreshToken: asText(account.refreshToken) })
}

/** A buyer with a verified address: only such addresses get mails about orders. */
export async function signUpBuyer(origin: string, db: Db, email: string): Promise<Person> {
  const account = await callIdentity(origin, 'accounts:signUp', { email, password: 'a-good-password' })
  await sql`update identity.users set email_verified = true where email = ${email}`.execute(db)
  return createPerson(origin, { email, refreshToken: asText(account.refreshToken) })
}

async function callIdentity(origin: string, path: string, body: object): Promise<Record<string, unknown>> {
  const json = { ...body, returnSecureToken: true }
  const response = await callApi(origin, {
    method: 'POST',
    path: `/identity/v1/${path}?key=${API_KEY}`,
    json,
  })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}

type Account = { email: string; refreshToken: string }

async function createPerson(origin: string, { email, refreshToken }: Account): Promise<Person> {
  const exchange = async (log?: CallLog): Promise<string> => {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const path = `/identity/v1/token?key=${API_KEY}`
    const fresh = await retry(() => callApi(origin, { method: 'POST', path, form }, log))
    const idToken = asText(fresh?.body.id_token)
    const put = { method: 'PUT', path: `/api/user/${email}`, token: idToken, json: { email } }
    const exchanged = await retry(() => callApi(origin, put, log))
    return asText(exchanged?.body.token)
  }
  let token = await exchange()
  if (!token) throw new Error(`${email} cannot sign in`)
  return {
    email,
    async call(request, log) {
      const response = await callApi(origin, { ...request, token }, log)
      if (response.status !== 401) return response
      token = await exchange(log)
      return callApi(origin, { ...request, token }, log)
    },
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
