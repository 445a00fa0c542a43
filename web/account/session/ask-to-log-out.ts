import { logOutTexts } from '#contract/messages/layout.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { notify } from '../../ui/notice.tsx'
import { logOut } from './session.ts'

/** Asks, signs out, and says so. Cancelled, nothing happens. */
export async function askToLogOut(): Promise<void> {
  const isSure = await confirm({
    title: logOutTexts.question,
    text: logOutTexts.text,
    yes: logOutTexts.confirm,
  })
  if (!isSure) return
  try {
    await logOut()
    notify({ text: logOutTexts.done })
  } catch (error) {
    // The words of failures stay out of the code of public pages.
    const { errorMessage } = await import('../../api/error-message.ts')
    notify({ text: errorMessage(error).text, tone: 'bad' })
  }
}
