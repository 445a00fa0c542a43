import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { Button } from '../../ui/button.tsx'
import { forgetDrafts } from '../../ui/forms/form-draft.ts'
import { notify } from '../../ui/notice.tsx'
import { FailureText } from '../session/forms/failure-text.tsx'
import { useFailure } from '../session/forms/use-failure.ts'
import { deleteAccount } from './account-calls.ts'
import type { Acts } from './acts.ts'
import { askForProof } from './reauthentication-dialog.tsx'
import { Act, Section } from './section.tsx'

const texts = accountTexts.remove

/** The end of the account: said in full first, then proved, then done. */
export function DeleteSection({ email, acts }: { email: string; acts: Acts }) {
  return (
    <Section id="delete" title={texts.title} intro={texts.intro} isDangerous>
      <Act acts={acts} name="delete" label={texts.start} look="bad">
        <Deletion email={email} onEnd={acts.end} />
      </Act>
    </Section>
  )
}

function Deletion({ email, onEnd }: { email: string; onEnd: () => void }) {
  const navigate = useNavigate()
  const { failure, run } = useFailure()
  const [isBusy, setBusy] = useState(false)

  async function onConfirm() {
    if (isBusy) return
    setBusy(true)
    if ((await askForProof()) && (await run(() => deleteAccount(email)))) {
      forgetDrafts()
      await navigate('/', { replace: true })
      notify({ text: texts.done })
    }
    setBusy(false)
  }
  return (
    <div className="form">
      <Consequences title={texts.goes} list={texts.goesList} />
      <Consequences title={texts.stays} list={texts.staysList} />
      <p>{texts.open}</p>
      <div className="form__acts">
        <Button onClick={onEnd}>{accountTexts.cancel}</Button>
        <Button look="bad" onClick={onConfirm} aria-busy={isBusy}>
          {texts.confirm}
        </Button>
      </div>
      <FailureText failure={failure} />
    </div>
  )
}

function Consequences({ title, list }: { title: string; list: readonly string[] }) {
  return (
    <div className="ends">
      <h3>{title}</h3>
      <ul>
        {list.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  )
}
