import { errors, jwtVerify, SignJWT } from 'jose'
import { AppError } from '#contract/errors.ts'

/** The store's own bearer token: who signed in, by which sign-in, and when; no role inside. */
export type AccessClaims = { uid: string; signInId: string; signedInAt: Date }

export type AccessTokens = {
  issue(claims: AccessClaims & { identityExpiresAt: Date }): Promise<string>
  read(token: string): Promise<AccessClaims>
}

const LIFETIME_SECONDS = 3600
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** Access tokens of one store: at most an hour, never longer than the identity token they came from. */
export function createAccessTokens(options: {
  secret: string
  origin: string
  now: () => Date
}): AccessTokens {
  // imported once: to do so for each token costs as much as the check itself
  const imported = crypto.subtle.importKey('raw', new TextEncoder().encode(options.secret), HMAC, false, [
    'sign',
    'verify',
  ])
  const issuer = options.origin
  const audience = `${options.origin}/api`
  return {
    async issue({ uid, signInId, signedInAt, identityExpiresAt }) {
      const now = seconds(options.now())
      return new SignJWT({ sid: signInId, auth_time: seconds(signedInAt) })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(uid)
        .setIssuedAt(now)
        .setExpirationTime(Math.min(now + LIFETIME_SECONDS, seconds(identityExpiresAt)))
        .sign(await imported)
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, await imported, {
          algorithms: ['HS256'],
          typ: 'at+jwt',
          issuer,
          audience,
          requiredClaims: ['sub', 'sid', 'exp', 'auth_time'],
          currentDate: options.now(),
        })
        const signedInAt = new Date(Number(payload.auth_time) * 1000)
        return { uid: payload.sub ?? '', signInId: String(payload.sid), signedInAt }
      } catch (cause) {
        throw asUnauthenticated(cause)
      }
    },
  }
}

/** Every fault of a token is the same 401; a fault of ours stays what it is. */
export function asUnauthenticated(cause: unknown): unknown {
  return cause instanceof errors.JOSEError ? new AppError('unauthenticated', { cause }) : cause
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
