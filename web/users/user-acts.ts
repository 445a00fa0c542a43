import { useRevalidator } from 'react-router'
import { usersTexts as texts } from '#contract/messages/users.ts'
import type { User } from '#contract/users.ts'
import { browserApi } from '../api/browser-api.ts'
import { useAct } from '../layout/use-act.ts'

export type UserActs = ReturnType<typeof useUserActs>

/** What an admin does to an account. */
export function useUserActs(options: { myEmail: string | null; onOwnRoleGone: () => unknown }) {
  const { revalidate } = useRevalidator()
  const { busyId, perform } = useAct()

  return {
    busyId,
    async makeAdmin(user: User, email: string) {
      const outcome = await perform(user._id, {
        question: { text: texts.makeAdminQuestion, yes: texts.yesMakeAdmin, subject: user.email },
        done: texts.madeAdmin,
        call: () => browserApi.promoteUser({ params: { email } }),
      })
      if (outcome === 'done') await revalidate()
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
