import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { AppError } from '#contract/platform/errors.ts'
import { normaliseEmail } from '#contract/platform/fields.ts'

export const serviceAccountSchema = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key_id: z.string().min(1),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
})

export type FirebaseAdminSettings = {
  projectId: string
  account: z.infer<typeof serviceAccountSchema>
  fetch: typeof fetch
  now: () => Date
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const TOOLKIT_URL = 'https://identitytoolkit.googleapis.com/v1'
const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
const TIMEOUT_MS = 10_000
const EXPIRY_MARGIN_MS = 60_000

const tokenResponseSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const foundAccount = z.object({
  localId: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
})
const lookupResponseSchema = z.object({ users: z.array(foundAccount).default([]) })
const LOOKUP_BATCH = 100

const errorSchema = z.object({ error: z.object({ message: z.string() }) })

/** Reads and changes Firebase accounts as a service account (RFC 7523). An unknown account is no error. */
export function createFirebaseAdmin(settings: FirebaseAdminSettings) {
  const { projectId, now } = settings
  let cached: { token: string; until: number } | undefined

  async function accessToken(): Promise<string> {
    if (cached && now().getTime() < cached.until) return cached.token
    const grant = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await signAssertion(settings),
    })
    const { status, body } = await post(settings.fetch, TOKEN_URL, { body: grant })
    if (status !== 200) throw new Error(`Google gave no access token for the service account: ${status}`)
    const { access_token: token, expires_in: seconds } = tokenResponseSchema.parse(body)
    cached = { token, until: now().getTime() + seconds * 1000 - EXPIRY_MARGIN_MS }
    return token
  }
  async function call(operation: 'update' | 'delete' | 'lookup', request: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' }
    const url = `${TOOLKIT_URL}/projects/${projectId}/accounts:${operation}`
    const { status, body } = await post(settings.fetch, url, { headers, body: JSON.stringify(request) })
    if (status === 200) return body
    const message = errorSchema.safeParse(body).data?.error.message ?? 'no reason given'
    if (message.startsWith('USER_NOT_FOUND')) return {}
    if (status === 401) cached = undefined
    throw new Error(`Firebase call accounts:${operation} failed: ${status} ${message}`)
  }
  async function verifiedEmails(uids: string[]): Promise<Map<string, string>> {
    const verified = new Map<string, string>()
    for (let from = 0; from < uids.length; from += LOOKUP_BATCH) {
      const localId = uids.slice(from, from + LOOKUP_BATCH)
      const { users } = lookupResponseSchema.parse(await call('lookup', { localId }))
      for (const { localId: uid, email, emailVerified } of users) {
        if (email && emailVerified) verified.set(uid, normaliseEmail(email))
      }
    }
    return verified
  }

  return {
    verifiedEmails: (uids: string[]) =>
      verifiedEmails(uids).catch((cause: unknown) => {
        throw new AppError('identity_unavailable', { cause })
      }),
    async disable(uid: string): Promise<void> {
      const validSince = String(Math.floor(now().getTime() / 1000))
      await call('update', { localId: uid, disableUser: true, validSince })
    },
    async remove(uid: string): Promise<void> {
      await call('delete', { localId: uid })
    },
  }
}

async function signAssertion({ account, now }: FirebaseAdminSettings): Promise<string> {
  const issuedAt = Math.floor(now().getTime() / 1000)
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: account.private_key_id })
    .setIssuer(account.client_email)
    .setAudience(TOKEN_URL)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 3600)
    .sign(await importPKCS8(account.private_key, 'RS256'))
}

async function post(send: typeof fetch, url: string, init: RequestInit) {
  const response = await send(url, { ...init, method: 'POST', signal: AbortSignal.timeout(TIMEOUT_MS) })
  return { status: response.status, body: await response.json().catch(() => undefined) }
}
