import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { useSession } from '../session/use-session.ts'
import type { OwnAccount } from './own-account.ts'
import { askForProof } from './reauthentication-dialog.tsx'

const texts = accountTexts.factors

/** Tells an admin why the admin pages are closed, where the store asks admins for a second step. */
export function AdminStep({ account: { factors, hasPassedStep } }: { account: OwnAccount }) {
  const isAsked = useStoreConfig()?.identity.adminSecondStep
  const { admin } = useSession()
  const { revalidate } = useRevalidator()
  if (!isAsked || !admin || hasPassedStep) return null
  if (factors.length === 0) return <p className="acct__note">{texts.required}</p>

  async function onConfirm() {
    if (!(await askForProof())) return
    notify({ text: texts.confirmed })
    await revalidate()
  }
  return (
    <>
      <p className="acct__note">{texts.unproven}</p>
      <Button look="go" onClick={onConfirm}>
        {texts.confirm}
      </Button>
    </>
  )
}
