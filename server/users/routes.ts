import { endOtherSignIns, endSignIn, listSignIns } from '#contract/users/sign-ins.ts'
import {
  demoteUser,
  getAdminFlag,
  getUser,
  listUsers,
  promoteUser,
  removeUser,
  updateUser,
} from '#contract/users/users.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { changeRole } from './roles.ts'
import * as users from './service.ts'
import * as signIns from './sign-ins.ts'

export function userRoutes(bind: Bind, identity: users.IdentityAdmin): void {
  bind(getUser, ({ db, params }) => users.getUserByEmail(db, params.email))

  bind(updateUser, ({ db, params, body }) => users.updateProfile(db, params.email, body))

  bind(getAdminFlag, async ({ db, params }) => {
    const user = await users.getUserByEmail(db, params.email)
    return { admin: user.role === 'admin' && !user.disabled }
  })

  bind(listUsers, ({ db, query: { disabled, ...page }, request: { log } }) =>
    users.listUsers(db, { ...page, disabled: disabled === 'true' }, { identity, log }),
  )

  bind(promoteUser, ({ db, params: { email }, body: { confirmUnverified }, caller, now }) =>
    users.promoteUser(db, { email, confirmUnverified }, { identity, actorId: caller.id, at: now() }),
  )

  bind(demoteUser, ({ db, params, caller, now }) =>
    changeRole(db, { email: params.email, role: 'user' }, { actorId: caller.id, at: now() }),
  )

  bind(removeUser, async ({ db, params, caller, now, request }) => {
    const removal = { id: params.id, actorId: caller.id, at: now() }
    await users.removeUser(db, removal, { identity, log: request.log })
    return { deletedCount: 1 } as const
  })

  bind(listSignIns, ({ db, query, caller }) => signIns.listSignIns(db, { ...query, caller }))

  bind(endSignIn, async ({ db, params, caller, now }) => {
    await signIns.endSignIn(db, { id: params.id, caller, at: now() }, identity)
    return { deletedCount: 1 } as const
  })

  bind(endOtherSignIns, async ({ db, caller, now }) => ({
    deletedCount: await signIns.endOtherSignIns(db, { caller, at: now() }, identity),
  }))
}
