import { AppError } from '#contract/errors.ts'
import { deleteAccount } from '#contract/users/users.ts'
import type { IdentityProvider } from '../auth/id-token.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { type Belongings, leaveStore, removeIdentity } from './leave.ts'
import type { IdentityAdmin } from './service.ts'
import { findSignIn } from './sign-ins.ts'

/** As the provider has it: a stolen token must not delete an account. */
const RECENT_MS = 5 * 60_000

type Deps = { identity: IdentityProvider; admin: IdentityAdmin; belongings: Belongings; origin: string }

/**
 * Leaving takes a fresh proof of who one is: an identity token of the last five minutes, not the store's own. Where the
 * account has a second factor, that sign-in must have passed it.
 */
export function leaveRoutes(bind: Bind, { identity: provider, admin, belongings, origin }: Deps): void {
  bind(deleteAccount, async ({ identity, idToken, db, now, request, invalidate }) => {
    const at = now()
    if (at.getTime() - identity.signedInAt.getTime() > RECENT_MS) throw new AppError('sign_in_too_old')
    const { validSince, hasSecondFactor } = await provider.standing(idToken)
    if (identity.signedInAt < validSince) throw new AppError('unauthenticated')
    // a sign-in from before the factor was added, as the provider's own calls refuse it
    if (hasSecondFactor && !identity.secondFactor) throw new AppError('sign_in_too_old')
    await findSignIn(db, identity)
    const { uid } = identity
    const id = await leaveStore(db, { uid, at, host: new URL(origin).host }, belongings)
    invalidate('reviews', 'review-of:*')
    await removeIdentity({ db, identity: admin, log: request.log, now }, { id, uid, idToken })
    return { deletedCount: 1 } as const
  })
}
