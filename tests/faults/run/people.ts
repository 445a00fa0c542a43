import { sql } from 'kysely'
import { sampleAdmin } from '#contract/users/sample-admin.ts'
import type { Db } from '#database/open.ts'
import { type ApiResponse, ask, type CallLog, insist, type Question } from './ask.ts'

/** An account that signs in again when the store requires it. */
export type Person = {
  email: string
  call(question: Question, log?: CallLog): Promise<ApiResponse>
}

const KEY = 'partsline-embedded'

export async function signInAdmin(origin: string): Promise<Person> {
  const { email, password } = sampleAdmin
  const account = await identity(origin, 'accounts:signInWithPassword', { email, password })
  return createPerson(origin, { email, refreshToken: text(account.refreshToken) })
}

/** A buyer with a verified address: only such addresses get mails about orders. */
export async function signUpBuyer(origin: string, db: Db, email: string): Promise<Person> {
  const account = await identity(origin, 'accounts:signUp', { email, password: 'a-good-password' })
  await sql`update identity.users set email_verified = true where email = ${email}`.execute(db)
  return createPerson(origin, { email, refreshToken: text(account.refreshToken) })
}

async function identity(origin: string, path: string, body: object): Promise<Record<string, unknown>> {
  const json = { ...body, returnSecureToken: true }
  const answer = await ask(origin, { method: 'POST', path: `/identity/v1/${path}?key=${KEY}`, json })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

type Account = { email: string; refreshToken: string }

async function createPerson(origin: string, { email, refreshToken }: Account): Promise<Person> {
  const exchange = async (log?: CallLog): Promise<string> => {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const path = `/identity/v1/token?key=${KEY}`
    const fresh = await insist(() => ask(origin, { method: 'POST', path, form }, log))
    const idToken = text(fresh?.body.id_token)
    const put = { method: 'PUT', path: `/api/user/${email}`, token: idToken, json: { email } }
    const exchanged = await insist(() => ask(origin, put, log))
    return text(exchanged?.body.token)
  }
  let token = await exchange()
  if (!token) throw new Error(`${email} cannot sign in`)
  return {
    email,
    async call(question, log) {
      const answer = await ask(origin, { ...question, token }, log)
      if (answer.status !== 401) return answer
      token = await exchange(log)
      return ask(origin, { ...question, token }, log)
    },
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
