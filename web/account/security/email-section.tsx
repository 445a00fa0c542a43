import { useState } from 'react'
import { accountTexts } from '#contract/messages/account/account.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { Tag } from '../../ui/tag.tsx'
import { AttemptError } from '../sign-in/attempt-error.tsx'
import { DemoMailbox } from '../sign-in/demo-help.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { FormFoot } from './form-foot.tsx'
import { type OwnAccount, requestEmailChange, requestVerification } from './own-account.ts'
import { askToReauthenticate } from './reauthentication-dialog.tsx'
import { FormToggle, type OpenForm, Section } from './section.tsx'

const texts = accountTexts.email

/** The address of the account: whether it is verified, and a form to change it. */
export function EmailSection({ account, openForm }: { account: OwnAccount; openForm: OpenForm }) {
  return (
    <Section id="email" title={texts.title}>
      <p className="acct__value">
        <EmailText email={account.email} />
        {account.isVerified ? (
          <Tag tone="ok">{texts.verified}</Tag>
        ) : (
          <Tag tone="warn">{texts.unverified}</Tag>
        )}
      </p>
      {!account.isVerified && <Verification />}
      <FormToggle openForm={openForm} name="email" label={texts.change}>
        <ChangeEmail email={account.email} onEnd={openForm.close} />
      </FormToggle>
    </Section>
  )
}

/** Sends the verification mail again. */
function Verification() {
  const [isSent, setSent] = useState(false)
  const { error, run } = useSignIn()
  return (
    <div className="acct__note">
      <p>
        {texts.unverifiedText}{' '}
        <button type="button" className="link" onClick={async () => setSent(await run(requestVerification))}>
          {texts.verify}
        </button>
      </p>
      <AttemptError error={error} />
      <div role="status">
        {isSent && (
          <p className="told">
            {texts.verifySent} <DemoMailbox />
          </p>
        )}
      </div>
    </div>
  )
}

function ChangeEmail({ email, onEnd }: { email: string; onEnd: () => void }) {
  const [sentTo, setSentTo] = useState<string>()
  const { error, run } = useSignIn()
  const form = useForm({
    schema: async () => (await import('#contract/users/own-account.ts')).newEmailForm(email),
    submit: async ({ newEmail }) => {
      setSentTo(undefined)
      if (!(await askToReauthenticate()) || !(await run(() => requestEmailChange(newEmail)))) return false
      setSentTo(newEmail)
    },
    resetsAfter: true,
  })
  return (
    <form {...form.props} className="form">
      <Field
        form={form}
        name="newEmail"
        type="email"
        label={texts.newEmail}
        hint={texts.hint}
        autoComplete="email"
      />
      <FormFoot form={form} submit={texts.send} onBack={onEnd} error={error} />
      <div role="status">
        {sentTo && (
          <p className="told">
            {texts.sent(sentTo)} <DemoMailbox />
          </p>
        )}
      </div>
    </form>
  )
}
