import { useRevalidator } from 'react-router'
import { usersTexts as texts } from '#contract/messages/account/users.ts'
import type { ListedUser, User } from '#contract/users/users.ts'
import { browserApi } from '../../api/browser-api.ts'
import { useAct } from '../../layout/use-act.ts'

export type UserActs = ReturnType<typeof useUserActs>

/** What an admin does to an account. */
export function useUserActs(options: { myEmail: string | null; onOwnRoleGone: () => unknown }) {
  const { revalidate } = useRevalidator()
  const { busyId, perform } = useAct()

  return {
    busyId,
    /** The question says plainly where nobody is known to own the address; a yes to it is sent along. */
    async makeAdmin(user: ListedUser, email: string) {
      const warning = warningFor(user)
      const outcome = await perform(user._id, {
        question: {
          text: texts.makeAdminQuestion,
          warning,
          yes: texts.yesMakeAdmin,
          subject: user.email,
        },
        done: texts.madeAdmin,
        call: () =>
          browserApi.promoteUser({
            params: { email },
            body: warning ? { confirmUnverified: true } : {},
          }),
      })
      // a refusal may mean that the page shows an old state
      if (outcome !== 'cancelled') await revalidate()
    },
    async takeRoleBack(user: User, email: string) {
      const outcome = await perform(user._id, {
        question: {
          text: texts.takeBackQuestion,
          yes: texts.yesTakeBack,
          subject: user.email,
          isDestructive: true,
        },
        done: texts.tookBack,
        call: () => browserApi.demoteUser({ params: { email } }),
      })
      if (outcome !== 'done') return
      // This page would sign out a person who is no admin any more: leave it first.
      if (email === options.myEmail) await options.onOwnRoleGone()
      await revalidate()
    },
    async remove(user: User) {
      const outcome = await perform(user._id, {
        question: {
          text: texts.removeQuestion,
          yes: texts.yesRemove,
          subject: user.email,
          isDestructive: true,
        },
        done: texts.removed,
        call: () => browserApi.removeUser({ params: { id: user._id } }),
      })
      if (outcome === 'done') await revalidate()
    },
  }
}

function warningFor({ emailVerified }: ListedUser): string | undefined {
  if (emailVerified) return undefined
  return emailVerified === null ? texts.unknownWarning : texts.unverifiedWarning
}
