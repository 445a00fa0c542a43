import { roleNames } from '#contract/people/users/roles-texts.ts'
import { usersTexts as texts } from '#contract/people/users/texts.ts'
import type { ListedUser } from '#contract/people/users/users.ts'
import type { Role } from '#contract/platform/auth/roles.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'

type UserAction = { id: string } & (
  | { intent: 'setRole'; email: string; from: Role; role: Role; confirmUnverified: boolean }
  | { intent: 'remove' }
)

export function runUserAction(action: UserAction) {
  return rowAction(async () => {
    if (action.intent === 'remove') {
      await browserApi.removeUser({ params: { id: action.id } })
      return texts.removed
    }
    const { email, from, role, confirmUnverified } = action
    const params = { email }
    const confirmation = confirmUnverified ? { confirmUnverified } : {}
    if (role === 'admin') {
      await browserApi.promoteUser({ params, body: confirmation })
      return texts.madeAdmin
    }
    await browserApi.setRole({ params, body: { role, ...confirmation } })
    if (role !== 'user') return texts.gave(roleNames[role])
    return from === 'admin' ? texts.tookBack : texts.took(roleNames[from])
  })
}

type Addressed = ListedUser & { email: string }

/** Each asks before it does something. The account may be one whose address is not known to be verified. */
export function useUserActions() {
  const { busyId, run } = useRowAction<UserAction>()
  return {
    busyId,
    setRole({ _id: id, email, role: from, emailVerified }: Addressed, role: Role) {
      // the dialog warns of such an address, and the request says that the admin confirmed it
      const confirmUnverified = role !== 'user' && !emailVerified
      return run(
        { id, intent: 'setRole', email, from, role, confirmUnverified },
        {
          ...questionOf(from, role),
          warning: confirmUnverified ? warningOf(role, emailVerified) : undefined,
          subject: email,
        },
      )
    },
    remove: ({ _id: id, email }: ListedUser) =>
      run(
        { id, intent: 'remove' },
        { text: texts.removeQuestion, button: texts.yesRemove, subject: email, isDestructive: true },
      ),
  }
}

export type UserActions = ReturnType<typeof useUserActions>

function questionOf(from: Role, role: Role) {
  if (role === 'admin') return { text: texts.makeAdminQuestion, button: texts.yesMakeAdmin }
  if (role !== 'user') return { text: texts.giveQuestion(roleNames[role]), button: texts.yesGive }
  const text = from === 'admin' ? texts.takeBackQuestion : texts.takeQuestion(roleNames[from])
  return { text, button: texts.yesTakeBack, isDestructive: true }
}

function warningOf(role: Role, emailVerified: boolean | null): string {
  if (role === 'admin') return emailVerified === null ? texts.unknownWarning : texts.unverifiedWarning
  return emailVerified === null ? texts.unknownStaffWarning : texts.unverifiedStaffWarning
}
