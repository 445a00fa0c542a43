import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { AttemptError } from '../sign-in/attempt-error.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { deleteAccount } from './own-account.ts'
import { askToReauthenticate } from './reauthentication-dialog.tsx'
import { FormToggle, type OpenForm, Section } from './section.tsx'

const texts = accountTexts.remove

/** Account deletion: what it means, then re-authentication, then the deletion. */
export function DeleteSection({ email, openForm }: { email: string; openForm: OpenForm }) {
  return (
    <Section id="delete" title={texts.title} intro={texts.intro} isDangerous>
      <FormToggle openForm={openForm} name="delete" label={texts.start} look="bad">
        <Deletion email={email} onEnd={openForm.close} />
      </FormToggle>
    </Section>
  )
}

function Deletion({ email, onEnd }: { email: string; onEnd: () => void }) {
  const navigate = useNavigate()
  const { error, run } = useSignIn()
  const [isBusy, setBusy] = useState(false)

  async function onConfirm() {
    if (isBusy) return
    setBusy(true)
    if ((await askToReauthenticate()) && (await run(() => deleteAccount(email)))) {
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
      <AttemptError error={error} />
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
