import { accountTexts as texts } from '#contract/people/account/texts.ts'
import type { SignInRecord } from '#contract/people/sign-in/sign-ins.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { errorMessage } from '../../platform/api/error-message.ts'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { notify } from '../../platform/ui/notice.tsx'
import type { SignInMethod } from './account-sign-in-methods.ts'
import { changeAccount, type EnrolledFactor } from './own-account.ts'
import { ensureRecentSignIn, retryReauthenticated } from './reauthentication-dialog.tsx'

type AccountAction = { id: string } & (
  | { intent: 'endSignIn' }
  | { intent: 'endOtherSignIns' }
  | { intent: 'unlink'; name: string }
  | { intent: 'removeFactor'; name: string }
)
export type AccountActions = ReturnType<typeof useAccountActions>

export const OTHER_SIGN_INS = 'others'

export function runAccountAction(action: AccountAction) {
  return rowAction(async () => {
    switch (action.intent) {
      case 'endSignIn':
        await browserApi.endSignIn({ params: { id: action.id } })
        return texts.devices.ended
      case 'endOtherSignIns':
        await browserApi.endOtherSignIns({})
        return texts.devices.endedOthers
      case 'unlink':
        await retryReauthenticated(() => changeAccount((client) => client.unlink(action.id)))
        return texts.methods.unlinked(action.name)
      case 'removeFactor':
        await retryReauthenticated(() => changeAccount((client) => client.removeFactor(action.id)))
        return texts.factors.removed(action.name)
    }
  })
}

export function useAccountActions() {
  const { busyId, run } = useRowAction<AccountAction>()
  return {
    busyId,
    endSignIn: ({ _id, device }: SignInRecord) =>
      run(
        { id: _id, intent: 'endSignIn' },
        { text: texts.devices.endQuestion, button: texts.devices.yesEnd, subject: device },
      ),
    endOtherSignIns: () =>
      run(
        { id: OTHER_SIGN_INS, intent: 'endOtherSignIns' },
        { text: texts.devices.endOthersQuestion, button: texts.devices.yesEndOthers },
      ),
    async unlink({ name, providerId }: SignInMethod) {
      if (!(await confirmIdentity())) return
      const { unlinkQuestion: text, yesUnlink: button } = texts.methods
      await run(
        { id: providerId, intent: 'unlink', name },
        { text, button, subject: name, isDestructive: true },
      )
    },
    async removeFactor({ id }: EnrolledFactor, name: string, isLast: boolean) {
      if (!(await confirmIdentity())) return
      const { removeQuestion, removeLast, yesRemove: button } = texts.factors
      const text = isLast ? `${removeQuestion} ${removeLast}` : removeQuestion
      await run({ id, intent: 'removeFactor', name }, { text, button, subject: name, isDestructive: true })
    },
  }
}

async function confirmIdentity(): Promise<boolean> {
  try {
    return await ensureRecentSignIn()
  } catch (error) {
    notify({ text: errorMessage(error).text, variant: 'danger' })
    return false
  }
}
