import { redirect } from 'react-router'
import { usersTexts as texts } from '#contract/messages/account/users.ts'
import type { ListedUser, User } from '#contract/users/users.ts'
import { browserApi } from '../../api/browser-api.ts'
import { rowAction, useRowAction } from '../../ui/row-action.ts'

type UserAction = { id: string } & (
  | { intent: 'makeAdmin'; email: string; confirmUnverified: boolean }
  | { intent: 'takeRoleBack'; email: string; isOwn: boolean }
  | { intent: 'remove' }
)
export type UserActions = ReturnType<typeof useUserActions>

/** The action of Make Admin behind `useUserActions`. */
export async function actOnUser(action: UserAction) {
  const failed = await rowAction(async () => {
    switch (action.intent) {
      case 'makeAdmin':
        await browserApi.promoteUser({
          params: { email: action.email },
          body: action.confirmUnverified ? { confirmUnverified: true } : {},
        })
        return texts.madeAdmin
      case 'takeRoleBack':
        await browserApi.demoteUser({ params: { email: action.email } })
        return texts.tookBack
      case 'remove':
        await browserApi.removeUser({ params: { id: action.id } })
        return texts.removed
    }
  })
  // read again, this page would sign out a person who is no admin any more
  return !failed && action.intent === 'takeRoleBack' && action.isOwn ? redirect('/dashboard') : failed
}

/** The questions before each action, and which account is busy. */
export function useUserActions(myEmail: string | null) {
  const { busyId, run } = useRowAction<UserAction>()
  return {
    busyId,
    /** The question says plainly where nobody is known to own the address; a yes to it is sent along. */
    makeAdmin(user: ListedUser, email: string) {
      const warning = warningFor(user)
      return run(
        { id: user._id, intent: 'makeAdmin', email, confirmUnverified: warning !== undefined },
        { text: texts.makeAdminQuestion, warning, yes: texts.yesMakeAdmin, subject: user.email },
      )
    },
    takeRoleBack: (user: User, email: string) =>
      run(
        { id: user._id, intent: 'takeRoleBack', email, isOwn: email === myEmail },
        { text: texts.takeBackQuestion, yes: texts.yesTakeBack, subject: user.email, isDestructive: true },
      ),
    remove: (user: User) =>
      run(
        { id: user._id, intent: 'remove' },
        { text: texts.removeQuestion, yes: texts.yesRemove, subject: user.email, isDestructive: true },
      ),
  }
}

function warningFor({ emailVerified }: ListedUser): string | undefined {
  if (emailVerified) return undefined
  return emailVerified === null ? texts.unknownWarning : texts.unverifiedWarning
}
