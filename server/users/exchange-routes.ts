import { AppError } from '#contract/errors.ts'
import { exchangeToken } from '#contract/users/users.ts'
import type { AccessTokens } from '../auth/access-token.ts'
import type { IdentityProvider } from '../auth/id-token.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { nameDevice } from './device-name.ts'
import { signInUser } from './sign-in.ts'
import { findSignIn, keepSignIn } from './sign-ins.ts'

type Deps = { tokens: AccessTokens; identity: IdentityProvider; origin: string; mailsPerHour: number }

/**
 * Exchanges a verified identity token for the store's own access token. The provider says whether the account is still
 * active, and since when its sign-ins count; an ended sign-in gets no token.
 */
export function exchangeRoutes(bind: Bind, { tokens, identity: provider, origin, mailsPerHour }: Deps): void {
  bind(exchangeToken, async ({ params, body, identity, idToken, db, now, request }) => {
    // the address in the path was compared when the endpoint was bound
    if (identity.email === null || (body.email !== undefined && body.email !== params.email)) {
      throw new AppError('forbidden')
    }
    const { validSince, verifiedEmail } = await provider.standing(idToken)
    const known = await findSignIn(db, identity)
    const at = now()
    const { email } = identity
    const emailVerified = email === verifiedEmail
    const user = await signInUser(db, { identity: { ...identity, email, emailVerified }, validSince, at })
    const device = { id: body.device ?? null, name: nameDevice(request.headers['user-agent']) }
    const signInId = await keepSignIn(db, known, {
      userId: user._id,
      identity,
      validSince,
      device,
      at,
      origin,
      mailsPerHour,
    })
    const token = tokens.issue({
      uid: identity.uid,
      signInId,
      signedInAt: identity.signedInAt,
      identityExpiresAt: identity.expiresAt,
    })
    return { token, user }
  })
}
