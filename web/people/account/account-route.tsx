import { accountTexts as texts } from '#contract/people/account/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'
import { requireSession } from '../../platform/auth/guards.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import type { Route } from './+types/account-route.ts'
import { runAccountAction, useAccountActions } from './account-actions.ts'
import { DeletionSection, DevicesSection, EmailSection, PasswordSection } from './account-sections.tsx'
import { FactorsSection } from './factors-section.tsx'
import { MethodsSection } from './methods-section.tsx'
import { readAccount } from './own-account.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import { useOpenForm } from './section.tsx'

export const meta = titleMeta(texts.title, '/dashboard/account')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request)
  const [account, { items: signIns }] = await Promise.all([
    readAccount(),
    browserApi.listSignIns({ query: {} }),
  ])
  return { account, signIns }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return runAccountAction(await request.json())
}

export default function AccountRoute({ loaderData: { account, signIns } }: Route.ComponentProps) {
  const openForm = useOpenForm()
  const actions = useAccountActions()
  const methods = useStoreConfig()?.identity.methods ?? []
  const showsMfa = methods.includes('totp') || methods.includes('phoneFactor') || account.factors.length > 0
  return (
    <>
      <PageHeading title={texts.title} lead={texts.intro} />
      <div className="account">
        <EmailSection account={account} openForm={openForm} />
        {methods.includes('password') && <PasswordSection account={account} openForm={openForm} />}
        <MethodsSection account={account} openForm={openForm} actions={actions} />
        {showsMfa && <FactorsSection account={account} openForm={openForm} actions={actions} />}
        <DevicesSection signIns={signIns} actions={actions} />
        <DeletionSection email={account.email} openForm={openForm} />
      </div>
      <ReauthenticationDialog account={account} />
    </>
  )
}
