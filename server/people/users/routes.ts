import { endOtherSignIns, endSignIn, listSignIns } from '#contract/people/sign-in/sign-ins.ts'
import * as contract from '#contract/people/users/users.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { AccessTokens } from '../../platform/auth/access-token.ts'
import type { IdentityProvider } from '../../platform/auth/id-token.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { nameDevice } from '../sign-in/device-name.ts'
import * as signIns from '../sign-in/sign-ins.ts'
import { deleteAccount, type PersonalData, removeIdentity } from './account-deletion.ts'
import * as users from './service.ts'

/** The maximum age of the sign-in, as at the provider: an old token, perhaps stolen, must not delete an account. */
const RECENT_MS = 5 * 60_000

type Deps = {
  tokens: AccessTokens
  identity: IdentityProvider
  identityAdmin: users.IdentityAdmin
  personalData: PersonalData
  origin: string
  mailsPerHour: number
}

export function userRoutes(bind: Bind, deps: Deps): void {
  const { identity: provider, identityAdmin: admin, origin, mailsPerHour } = deps

  // Exchanges a verified identity token for the store's own access token. The provider says whether the account is
  // still active, and since when its sign-ins count; an ended sign-in gets no token.
  bind(contract.exchangeToken, async ({ params, body, identity, idToken, db, now, request }) => {
    const { email } = identity
    // `checkEmailOwner` has compared the address in the path
    if (email === null || (body.email !== undefined && body.email !== params.email))
      throw new AppError('forbidden')
    const { validSince, verifiedEmail } = await provider.readAccount(idToken)
    const known = await signIns.findSignIn(db, identity)
    const at = now()
    const emailVerified = email === verifiedEmail
    const user = await signIns.signInUser(db, {
      identity: { ...identity, email, emailVerified },
      validSince,
      at,
    })
    const device = { id: body.device ?? null, name: nameDevice(request.headers['user-agent']) }
    const signIn = { userId: user._id, identity, validSince, device, at, origin, mailsPerHour }
    const signInId = await signIns.saveSignIn(db, known, signIn)
    const { uid, signedInAt, expiresAt: identityExpiresAt } = identity
    return { token: deps.tokens.issue({ uid, signInId, signedInAt, identityExpiresAt }), user }
  })

  // Requires re-authentication: a sign-in of the last five minutes, which passed the second factor where the
  // account has one.
  bind(contract.deleteAccount, async ({ identity, idToken, db, now, request, invalidate }) => {
    const at = now()
    if (at.getTime() - identity.signedInAt.getTime() > RECENT_MS) throw new AppError('sign_in_too_old')
    const { validSince, hasSecondFactor } = await provider.readAccount(idToken)
    if (identity.signedInAt < validSince) throw new AppError('unauthenticated')
    // the factor was added after this sign-in
    if (hasSecondFactor && !identity.secondFactor) throw new AppError('sign_in_too_old')
    await signIns.findSignIn(db, identity)
    const { uid } = identity
    invalidate('reviews', 'review-of:*')
    const id = await deleteAccount(db, { uid, at, host: new URL(origin).host }, deps.personalData)
    await removeIdentity({ db, identity: admin, log: request.log, now }, { id, uid, idToken })
    return { deletedCount: 1 } as const
  })

  bind(contract.getUser, ({ db, params }) => users.getUserByEmail(db, params.email))

  bind(contract.updateUser, ({ db, params: { email }, body: profile, caller, now }) =>
    users.updateProfile(db, { email, profile }, { actorId: caller.id, at: now() }),
  )

  bind(contract.getAdminFlag, async ({ db, params }) => {
    const user = await users.getUserByEmail(db, params.email)
    return { admin: user.role === 'admin' && !user.disabled }
  })

  bind(contract.listUsers, ({ db, query: { disabled, ...page }, request: { log } }) =>
    users.listUsers(db, { ...page, disabled: disabled === 'true' }, { identity: admin, log }),
  )

  bind(contract.setRole, ({ db, params: { email }, body, caller, now }) =>
    users.setRole(db, { email, ...body }, { identity: admin, actorId: caller.id, at: now() }),
  )

  bind(contract.promoteUser, ({ db, params: { email }, body, caller, now }) =>
    users.setRole(db, { email, role: 'admin', ...body }, { identity: admin, actorId: caller.id, at: now() }),
  )

  bind(contract.demoteUser, ({ db, params: { email }, caller, now }) =>
    users.setRole(
      db,
      { email, role: 'user', from: 'admin' },
      { identity: admin, actorId: caller.id, at: now() },
    ),
  )

  bind(contract.removeUser, async ({ db, params, caller, now, request }) => {
    const removal = { id: params.id, actorId: caller.id, at: now() }
    await users.removeUser(db, removal, { identity: admin, log: request.log })
    return { deletedCount: 1 } as const
  })

  bind(listSignIns, ({ db, query, caller }) => signIns.listSignIns(db, { ...query, caller }))

  bind({ ...endSignIn, findObject: signIns.findOpenSignIn }, async ({ db, object: signIn, caller, now }) => {
    await signIns.endSignIn(db, { signIn, caller, at: now() }, admin)
    return { deletedCount: 1 } as const
  })

  bind(endOtherSignIns, async ({ db, caller, now }) => ({
    deletedCount: await signIns.endOtherSignIns(db, { caller, at: now() }, admin),
  }))
}
