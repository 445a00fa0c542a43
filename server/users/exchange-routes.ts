import { AppError } from '#contract/errors.ts'
import { exchangeToken } from '#contract/users.ts'
import type { AccessTokens } from '../auth/access-token.ts'
import type { IdentityProvider } from '../auth/id-token.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { signInUser } from './sign-in.ts'

type Deps = { tokens: AccessTokens; identity: IdentityProvider }

/**
 * The exchange: a proven identity token becomes the store's own access token. The provider is asked whether the
 * account still stands, and since when its sign-ins count.
 */
export function exchangeRoutes(bind: Bind, { tokens, identity: provider }: Deps): void {
  bind(exchangeToken, async ({ params, body, identity, idToken, db, now }) => {
    // the binder has compared the path; without an address in the token nothing can be owned
    if (identity.email === null || (body.email !== undefined && body.email !== params.email)) {
      throw new AppError('forbidden')
    }
    const { validSince } = await provider.standing(idToken)
    const user = await signInUser(db, {
      identity: { ...identity, email: identity.email },
      validSince,
      at: now(),
    })
    const token = await tokens.issue({
      uid: identity.uid,
      signedInAt: identity.signedInAt,
      identityExpiresAt: identity.expiresAt,
    })
    return { token, user }
  })
}
