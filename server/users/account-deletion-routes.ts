import { AppError } from '#contract/errors.ts'
import { deleteAccount as deleteAccountEndpoint } from '#contract/users/users.ts'
import type { IdentityProvider } from '../auth/id-token.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { deleteAccount, type PersonalData, removeIdentity } from './account-deletion.ts'
import type { IdentityAdmin } from './service.ts'
import { findSignIn } from './sign-ins.ts'

/** The provider's own limit: an old token, perhaps stolen, must not delete an account. */
const RECENT_MS = 5 * 60_000

type Deps = { identity: IdentityProvider; admin: IdentityAdmin; personalData: PersonalData; origin: string }

/**
 * Deleting an account requires re-authentication: an identity token of the last five minutes, which passed the second
 * factor where the account has one.
 */
export function accountDeletionRoutes(
  bind: Bind,
  { identity: provider, admin, personalData, origin }: Deps,
): void {
  bind(deleteAccountEndpoint, async ({ identity, idToken, db, now, request, invalidate }) => {
    const at = now()
    if (at.getTime() - identity.signedInAt.getTime() > RECENT_MS) throw new AppError('sign_in_too_old')
    const { validSince, hasSecondFactor } = await provider.standing(idToken)
    if (identity.signedInAt < validSince) throw new AppError('unauthenticated')
    // the sign-in is older than the factor
    if (hasSecondFactor && !identity.secondFactor) throw new AppError('sign_in_too_old')
    await findSignIn(db, identity)
    const { uid } = identity
    const id = await deleteAccount(db, { uid, at, host: new URL(origin).host }, personalData)
    invalidate('reviews', 'review-of:*')
    await removeIdentity({ db, identity: admin, log: request.log, now }, { id, uid, idToken })
    return { deletedCount: 1 } as const
  })
}
