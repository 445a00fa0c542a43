import { accountTexts as texts } from '#contract/messages/account/account.ts'
import { browserApi } from '../../api/browser-api.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { requireSession } from '../session/guards.ts'
import type { Route } from './+types/account-route.ts'
import { useActs } from './acts.ts'
import { DeleteSection } from './delete-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailSection } from './email-section.tsx'
import { FactorsSection } from './factors-section.tsx'
import { MethodsSection } from './methods-section.tsx'
import { readAccount } from './own-account.ts'
import { PasswordSection } from './password-section.tsx'
import { ProofDialog } from './reauthentication-dialog.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.title, path: '/dashboard/account' })

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request)
  const [account, { items: signIns }] = await Promise.all([
    readAccount(),
    browserApi.listSignIns({ query: {} }),
  ])
  return { account, signIns }
}

/** How the person signs in, from where, and the end of it all: one subject a section, the danger last. */
export default function AccountRoute({ loaderData: { account, signIns } }: Route.ComponentProps) {
  const acts = useActs()
  const methods = useStoreConfig()?.identity.methods ?? []
  const hasSteps = methods.includes('totp') || methods.includes('phoneFactor') || account.factors.length > 0
  return (
    <>
      <div className="dash__h">
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
      </div>
      <div className="acct">
        <EmailSection account={account} acts={acts} />
        {methods.includes('password') && <PasswordSection account={account} acts={acts} />}
        <MethodsSection account={account} acts={acts} />
        {hasSteps && <FactorsSection account={account} acts={acts} />}
        <DevicesSection signIns={signIns} />
        <DeleteSection email={account.email} acts={acts} />
      </div>
      <ProofDialog account={account} />
    </>
  )
}
