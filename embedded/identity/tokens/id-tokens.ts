import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { FactorKind } from '#database/rows.ts'
import type { Account } from '../accounts/accounts.ts'
import { check, ToolkitError } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { ID_TOKEN_SECONDS, newSecret } from './secrets.ts'

const claimsSchema = z.object({
  sub: z.string(),
  iat: z.int(),
  auth_time: z.int(),
  // absent in tokens of earlier versions
  sid: z.optional(z.string()),
  firebase: z.object({
    sign_in_provider: z.string(),
    sign_in_second_factor: z.optional(z.enum(['totp', 'phone'])),
    second_factor_identifier: z.optional(z.string()),
  }),
})
export type SecondFactor = { kind: FactorKind; id: string }
export type IdTokenClaims = z.infer<typeof claimsSchema>

export async function signIdToken(
  identity: Identity,
  { user, providers }: Account,
  session: { sid: string; provider: string; authTime: Date; secondFactor?: SecondFactor | undefined },
): Promise<string> {
  const { kid, privateKey } = await identity.keys.current()
  const identities: Record<string, string[]> = user.email ? { email: [user.email] } : {}
  if (user.phone_number) identities.phone = [user.phone_number]
  for (const { provider_id, raw_id } of providers) identities[provider_id] = [raw_id]
  // not before the sign-in, which may be by the clock of another instance
  const issuedAt = Math.floor(Math.max(identity.now().getTime(), session.authTime.getTime()) / 1000)
  const claims = {
    name: user.display_name ?? undefined,
    picture: user.photo_url ?? undefined,
    email: user.email ?? undefined,
    email_verified: user.email ? user.email_verified : undefined,
    phone_number: user.phone_number ?? undefined,
    auth_time: session.authTime.getTime() / 1000,
    sid: session.sid,
    user_id: user.id,
    firebase: {
      identities,
      sign_in_provider: session.provider,
      sign_in_second_factor: session.secondFactor?.kind,
      second_factor_identifier: session.secondFactor?.id,
    },
  }
  return (
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuer(issuerOf(identity))
      .setAudience(identity.projectId)
      .setSubject(user.id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
      // two tokens issued in the same second must differ: the SDK ignores a response whose ID token it already has
      .setJti(newSecret().slice(0, 16))
      .sign(privateKey)
  )
}

/** Checks signature, issuer, audience and expiry. Errors: MISSING_ID_TOKEN, INVALID_ID_TOKEN, TOKEN_EXPIRED. */
export async function verifyIdToken(identity: Identity, idToken: string | null | undefined) {
  check(idToken, 'MISSING_ID_TOKEN')
  try {
    const { payload } = await jwtVerify(
      idToken,
      async ({ kid }) => {
        const key = await identity.keys.find(kid)
        check(key, 'INVALID_ID_TOKEN')
        return key.publicKey
      },
      {
        issuer: issuerOf(identity),
        audience: identity.projectId,
        algorithms: ['RS256'],
        currentDate: identity.now(),
      },
    )
    return claimsSchema.parse(payload)
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw new ToolkitError('TOKEN_EXPIRED', { cause })
    if (cause instanceof errors.JOSEError || cause instanceof z.core.$ZodError) {
      throw new ToolkitError('INVALID_ID_TOKEN', { cause })
    }
    throw cause
  }
}

function issuerOf({ origin }: Identity): string {
  return `${origin}/identity`
}
