import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { AppError } from '#contract/platform/errors.ts'
import { normaliseEmail } from '#contract/platform/fields.ts'

export type VerifiedIdentity = {
  uid: string
  email: string | null
  name: string | null
  photo: string | null
  signedInAt: Date
  expiresAt: Date
  /** The session's id at the provider, the same after a refresh; Firebase has none. */
  sid: string | null
  secondFactor: boolean
}

/** `validSince`: earlier sign-ins do not count. `hasSecondFactor`: of the account, not of this sign-in. */
type AccountState = { validSince: Date; hasSecondFactor: boolean; verifiedEmail: string | null }

export type IdentityProvider = {
  /** Verifies signature, issuer, audience and time. Throws `unauthenticated`, `identity_unavailable`. */
  verify(idToken: string): Promise<VerifiedIdentity>
  /** Reads the account at the provider. Throws `account_disabled`, `unauthenticated`, `identity_unavailable`. */
  readAccount(idToken: string): Promise<AccountState>
  /** Deletes the account of the token at the provider. Throws `identity_unavailable`. */
  removeOwn(idToken: string): Promise<void>
}

export type IdentitySettings = {
  issuer: string
  projectId: string
  apiKey: string
  jwksUrl: string
  accountsUrl: string
  fetch: typeof fetch
  now: () => Date
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(128),
  email: z.string().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
  auth_time: z.number(),
  exp: z.number(),
  sid: z.string().min(1).max(128).optional(),
  firebase: z.object({ sign_in_second_factor: z.string().optional() }).optional(),
})
const errorSchema = z.object({ error: z.object({ message: z.string() }) })
const foundAccount = z.object({
  disabled: z.boolean().optional(),
  validSince: z.coerce.number().optional(),
  mfaInfo: z.array(z.unknown()).optional(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
})
const lookupResponseSchema = z.object({ users: z.array(foundAccount).min(1) })

/** Verifies ID tokens of the embedded provider or of Firebase, and calls its API: both have that of Identity Toolkit. */
export function createIdentityProvider(settings: IdentitySettings): IdentityProvider {
  const keys = createRemoteJWKSet(new URL(settings.jwksUrl), {
    [customFetch]: keyFetcher(settings.fetch),
    cooldownDuration: 5000,
  })
  return {
    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: settings.issuer,
          audience: settings.projectId,
          currentDate: settings.now(),
        })
        return toIdentity(claimsSchema.parse(payload))
      } catch (cause) {
        const isInvalid = cause instanceof z.ZodError || cause instanceof errors.JOSEError
        throw isInvalid ? new AppError('unauthenticated', { cause }) : cause
      }
    },
    async readAccount(idToken) {
      const { status, body } = await callProvider(settings, 'lookup', idToken)
      const response = status === 200 ? lookupResponseSchema.safeParse(body) : undefined
      const account = response?.data?.users[0]
      if (status >= 500 || status === 429) throw new AppError('identity_unavailable')
      if (messageIn(body).startsWith('USER_DISABLED') || account?.disabled)
        throw new AppError('account_disabled')
      if (!account) throw new AppError('unauthenticated')
      const { email, emailVerified, validSince = 0, mfaInfo = [] } = account
      return {
        validSince: new Date(validSince * 1000),
        hasSecondFactor: mfaInfo.length > 0,
        verifiedEmail: email !== undefined && emailVerified ? normaliseEmail(email) : null,
      }
    },
    async removeOwn(idToken) {
      const { status, body } = await callProvider(settings, 'delete', idToken)
      if (status === 200 || messageIn(body).startsWith('USER_NOT_FOUND')) return
      throw new AppError('identity_unavailable')
    },
  }
}

function messageIn(body: unknown): string {
  return errorSchema.safeParse(body).data?.error.message ?? ''
}

/** A fetch that throws `identity_unavailable` if it gets no keys: that says nothing about a token. */
function keyFetcher(fetch: IdentitySettings['fetch']): IdentitySettings['fetch'] {
  return async (address, init) => {
    try {
      const response = await fetch(address, init)
      if (response.status !== 200) throw new Error(`status ${response.status} instead of the keys`)
      return Response.json(await response.json())
    } catch (cause) {
      throw new AppError('identity_unavailable', { cause })
    }
  }
}

async function callProvider(settings: IdentitySettings, operation: 'lookup' | 'delete', idToken: string) {
  try {
    const url = `${settings.accountsUrl}:${operation}?key=${encodeURIComponent(settings.apiKey)}`
    const response = await settings.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken }),
      signal: AbortSignal.timeout(10_000),
    })
    return { status: response.status, body: await response.json() }
  } catch (cause) {
    throw new AppError('identity_unavailable', { cause })
  }
}

function toIdentity(claim: z.infer<typeof claimsSchema>): VerifiedIdentity {
  return {
    uid: claim.sub,
    email: claim.email === undefined ? null : normaliseEmail(claim.email),
    name: claim.name ?? null,
    photo: claim.picture ?? null,
    signedInAt: new Date(claim.auth_time * 1000),
    expiresAt: new Date(claim.exp * 1000),
    sid: claim.sid ?? null,
    secondFactor: claim.firebase?.sign_in_second_factor !== undefined,
  }
}
