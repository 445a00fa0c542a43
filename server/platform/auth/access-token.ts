import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { AppError } from '#contract/platform/errors.ts'
import { idPattern } from '#contract/platform/fields.ts'

type AccessClaims = { uid: string; signInId: string; signedInAt: Date }

export type AccessTokens = {
  issue(claims: AccessClaims & { identityExpiresAt: Date }): string
  read(token: string): AccessClaims
}

const LIFETIME_SECONDS = 3600
const HEADER = encode({ alg: 'HS256', typ: 'at+jwt' })

/** JWTs valid for an hour at most. `read` throws `unauthenticated`, and is synchronous: Web Crypto costs far more CPU. */
export function createAccessTokens(options: {
  secret: string
  origin: string
  now: () => Date
}): AccessTokens {
  const { secret, origin } = options
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const claimsSchema = z.object({
    iss: z.literal(origin),
    aud: z.literal(`${origin}/api`),
    sub: z.string().min(1),
    sid: z.string().regex(idPattern),
    auth_time: z.number(),
    exp: z.number(),
  })
  return {
    issue({ uid, signInId, signedInAt, identityExpiresAt }) {
      const now = seconds(options.now())
      const payload = encode({
        sid: signInId,
        auth_time: seconds(signedInAt),
        iss: origin,
        aud: `${origin}/api`,
        sub: uid,
        iat: now,
        exp: Math.min(now + LIFETIME_SECONDS, seconds(identityExpiresAt)),
      })
      const signed = `${HEADER}.${payload}`
      return `${signed}.${sign(signed)}`
    },
    read(token) {
      const [header, payload = '', signature = '', ...rest] = token.split('.')
      if (header !== HEADER || rest.length > 0) throw new AppError('unauthenticated')
      if (!isSame(signature, sign(`${header}.${payload}`))) throw new AppError('unauthenticated')
      const { data: claims } = claimsSchema.safeParse(decode(payload))
      if (!claims || claims.exp <= seconds(options.now())) throw new AppError('unauthenticated')
      return { uid: claims.sub, signInId: claims.sid, signedInAt: new Date(claims.auth_time * 1000) }
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given)
  const expectedBytes = Buffer.from(expected)
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
