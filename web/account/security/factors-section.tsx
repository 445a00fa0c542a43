import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Time } from '../../layout/shop/price.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useSession } from '../session/session-state.ts'
import type { AccountActions } from './account-actions.ts'
import { AddPhone } from './add-phone.tsx'
import { AddTotp } from './add-totp.tsx'
import { addPhoneFactor, type EnrolledFactor, type OwnAccount, startPhoneFactor } from './own-account.ts'
import { askToReauthenticate } from './reauthentication-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { FormToggle, type OpenForm, Section } from './section.tsx'

const texts = accountTexts.factors
/** The identity provider's limit. */
const MOST = 5

type FactorsSectionProps = { account: OwnAccount; openForm: OpenForm; actions: AccountActions }

/** The second factors of the account, and the recovery codes for a lost one. */
export function FactorsSection({ account, openForm, actions }: FactorsSectionProps) {
  const { revalidate } = useRevalidator()
  const { factors, isVerified, codesLeft } = account
  const methods = useStoreConfig()?.identity.methods ?? []
  const isFirst = factors.length === 0

  async function onAdded(name: string) {
    notify({ text: texts.added(name) })
    openForm.close()
    await revalidate()
  }
  return (
    <Section id="second-step" title={texts.title} intro={texts.intro}>
      <AdminNote account={account} />
      {isFirst ? (
        <p className="acct__value">
          <Tag>{texts.off}</Tag>
        </p>
      ) : (
        <FactorList factors={factors} actions={actions} />
      )}
      {isVerified || <p>{texts.needsEmail}</p>}
      {isVerified && factors.length >= MOST && <p>{texts.limit}</p>}
      {isVerified && factors.length < MOST && (
        <div className="acct__acts">
          {methods.includes('totp') && <AddTotp openForm={openForm} onAdded={onAdded} />}
          {methods.includes('phoneFactor') && !account.providers.includes('phone') && (
            <FormToggle openForm={openForm} name="phone-factor" label={texts.addPhone}>
              <AddPhone
                title={texts.addPhone}
                text={startPhoneFactor}
                add={addPhoneFactor}
                onAdded={onAdded}
                onEnd={openForm.close}
              />
            </FormToggle>
          )}
        </div>
      )}
      {!isFirst && codesLeft !== null && (
        <RecoveryCodes email={account.email} left={codesLeft} openForm={openForm} />
      )}
    </Section>
  )
}

/** The authenticator apps and phones of the account. */
function FactorList({ factors, actions }: { factors: EnrolledFactor[]; actions: AccountActions }) {
  return (
    <ul className="rows" aria-label={texts.list}>
      {factors.map((factor) => {
        const { id, kind, label, enrolledAt } = factor
        const name = label ?? texts[kind]
        return (
          <li key={id}>
            <p>
              <b>{name}</b>
              <small>
                {label !== null && `${texts[kind]}, `}
                {texts.since} <Time at={enrolledAt} style="date" />
              </small>
            </p>
            <Button
              size="small"
              look="bad"
              aria-label={texts.removeOf(name)}
              disabled={actions.busyId === id}
              onClick={() => actions.removeFactor(factor, name, factors.length === 1)}
            >
              {texts.remove}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** Says why an admin cannot open the admin pages, where the store asks admins for a second factor. */
function AdminNote({ account: { factors, usedSecondFactor } }: { account: OwnAccount }) {
  const isAsked = useStoreConfig()?.identity.adminSecondStep
  const { admin } = useSession()
  const { revalidate } = useRevalidator()
  if (!isAsked || !admin || usedSecondFactor) return null
  if (factors.length === 0) return <p className="acct__note">{texts.required}</p>

  async function onConfirm() {
    if (!(await askToReauthenticate())) return
    notify({ text: texts.confirmed })
    await revalidate()
  }
  return (
    <>
      <p className="acct__note">{texts.factorUnused}</p>
      <Button look="go" onClick={onConfirm}>
        {texts.confirm}
      </Button>
    </>
  )
}
