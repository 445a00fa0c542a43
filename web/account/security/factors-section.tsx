import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { useAct } from '../../layout/use-act.ts'
import { notify } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { addPhoneFactor, removeFactor, startPhoneFactor } from './account-calls.ts'
import type { Acts } from './acts.ts'
import { AddPhone } from './add-phone.tsx'
import { AddTotp } from './add-totp.tsx'
import { AdminStep } from './admin-step.tsx'
import { FactorList } from './factor-list.tsx'
import type { EnrolledFactor, OwnAccount } from './own-account.ts'
import { askForOldProof } from './reauthentication-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Act, Section } from './section.tsx'
import { provenWhereWanted } from './use-proven.ts'

const texts = accountTexts.factors
/** As the identity provider: more are of no use to a person. */
const MOST = 5

/** The second step: what gives its codes, and the codes for the day that is lost. */
export function FactorsSection({ account, acts }: { account: OwnAccount; acts: Acts }) {
  const { revalidate } = useRevalidator()
  const { factors, isVerified, codesLeft } = account
  const methods = useStoreConfig()?.identity.methods ?? []
  const { busyId, onRemove } = useRemoval(factors.length)
  const isFirst = factors.length === 0

  async function onAdded(name: string) {
    notify({ text: texts.added(name) })
    acts.end()
    await revalidate()
  }
  return (
    <Section id="second-step" title={texts.title} intro={texts.intro}>
      <AdminStep account={account} />
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
          {methods.includes('totp') && <AddTotp acts={acts} onAdded={onAdded} />}
          {methods.includes('phoneFactor') && !account.providers.includes('phone') && (
            <Act acts={acts} name="phone-factor" label={texts.addPhone}>
              <AddPhone
                title={texts.addPhone}
                text={startPhoneFactor}
                add={addPhoneFactor}
                onAdded={onAdded}
                onEnd={acts.end}
              />
            </Act>
          )}
        </div>
      )}
      {!isFirst && codesLeft !== null && <RecoveryCodes email={account.email} left={codesLeft} acts={acts} />}
    </Section>
  )
}

function useRemoval(count: number) {
  const { revalidate } = useRevalidator()
  const { busyId, perform } = useAct()
  async function onRemove(factor: EnrolledFactor, name: string) {
    if (!(await askForOldProof())) return
    const outcome = await perform(factor.id, {
      question: {
        text: count === 1 ? `${texts.removeQuestion} ${texts.removeLast}` : texts.removeQuestion,
        yes: texts.yesRemove,
        subject: name,
        isDestructive: true,
      },
      call: () => provenWhereWanted(() => removeFactor(factor.id)),
      done: texts.removed(name),
    })
    if (outcome === 'done') await revalidate()
  }
  return { busyId, onRemove }
}
