import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { Tag } from '../../ui/tag.tsx'
import { FailureText } from '../session/forms/failure-text.tsx'
import { makeRecoveryCodes } from '../session/provider/recovery-codes.ts'
import type { Acts } from './acts.ts'
import { CodeSheet } from './code-sheet.tsx'
import { Act } from './section.tsx'
import { useProven } from './use-proven.ts'

const texts = accountTexts.recovery
const RECOVERY_ACT = 'recovery'
/** Time to make new ones. */
const FEW = 3

type RecoveryCodesProps = { email: string; left: number; acts: Acts }

/** The codes that stand in for a lost second step: how many are left, and new ones. */
export function RecoveryCodes({ email, left, acts }: RecoveryCodesProps) {
  const { revalidate } = useRevalidator()
  const { failure, runProven } = useProven()
  const [codes, setCodes] = useState<string[]>([])
  // those on the screen count already
  const count = codes.length || left

  async function prepare() {
    const question = { text: texts.renewQuestion, yes: texts.yesRenew }
    if (left > 0 && !(await confirm(question))) return false
    return runProven(async () => setCodes(await makeRecoveryCodes()))
  }

  async function onKept() {
    acts.end()
    setCodes([])
    await revalidate()
  }
  return (
    <div className="acct__part">
      <div className="acct__value">
        <h3>{texts.title}</h3>
        <Tag tone={count > FEW ? 'ok' : 'warn'}>{count > 0 ? texts.left(count) : texts.none}</Tag>
      </div>
      <p>{texts.intro}</p>
      <Act acts={acts} name={RECOVERY_ACT} label={left > 0 ? texts.renew : texts.make} prepare={prepare}>
        <CodeSheet codes={codes} email={email} onKept={onKept} />
      </Act>
      <FailureText failure={failure} />
    </div>
  )
}
