import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Time } from '../../layout/shop/price.tsx'
import { useAct } from '../../layout/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useSession } from '../session/session-state.ts'
import { AddPhone } from './add-phone.tsx'
import { AddTotp } from './add-totp.tsx'
import {
  addPhoneFactor,
  type EnrolledFactor,
  type OwnAccount,
  removeFactor,
  startPhoneFactor,
} from './own-account.ts'
import { askToReauthenticate, askUnlessRecent, retryReauthenticated } from './reauthentication-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { FormToggle, type OpenForm, Section } from './section.tsx'

const texts = accountTexts.factors
/** The identity provider's limit. */
const MOST = 5

/** The second factors of the account, and the recovery codes for a lost one. */
export function FactorsSection({ account, openForm }: { account: OwnAccount; openForm: OpenForm }) {
  const { revalidate } = useRevalidator()
  const { factors, isVerified, codesLeft } = account
  const methods = useStoreConfig()?.identity.methods ?? []
  const { busyId, onRemove } = useRemoval(factors.length)
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
        <FactorList factors={factors} busyId={busyId} onRemove={onRemove} />
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

function useRemoval(count: number) {
  const { revalidate } = useRevalidator()
  const { busyId, perform } = useAct()
  async function onRemove(factor: EnrolledFactor, name: string) {
    if (!(await askUnlessRecent())) return
    const outcome = await perform(factor.id, {
      question: {
        text: count === 1 ? `${texts.removeQuestion} ${texts.removeLast}` : texts.removeQuestion,
        yes: texts.yesRemove,
        subject: name,
        isDestructive: true,
      },
      call: () => retryReauthenticated(() => removeFactor(factor.id)),
      done: texts.removed(name),
    })
    if (outcome === 'done') await revalidate()
  }
  return { busyId, onRemove }
}

type FactorListProps = {
  factors: EnrolledFactor[]
  busyId: string | undefined
  onRemove: (factor: EnrolledFactor, name: string) => void
}

/** The authenticator apps and phones of the account. */
function FactorList({ factors, busyId, onRemove }: FactorListProps) {
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
              disabled={busyId === id}
              onClick={() => onRemove(factor, name)}
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
