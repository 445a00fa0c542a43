import { useState } from 'react'
import { accountTexts } from '#contract/messages/account/account.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { Tag } from '../../ui/tag.tsx'
import { DemoMailbox } from '../session/forms/demo-mailbox.tsx'
import { FailureText } from '../session/forms/failure-text.tsx'
import { useFailure } from '../session/forms/use-failure.ts'
import { requestEmailChange, requestVerification } from './account-calls.ts'
import type { Acts } from './acts.ts'
import { FormFoot } from './form-foot.tsx'
import type { OwnAccount } from './own-account.ts'
import { askForProof } from './reauthentication-dialog.tsx'
import { Act, Section } from './section.tsx'

const texts = accountTexts.email

/** The address of the account: whether it is proven, and the way to another one. */
export function EmailSection({ account, acts }: { account: OwnAccount; acts: Acts }) {
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
      <Act acts={acts} name="email" label={texts.change}>
        <ChangeEmail email={account.email} onEnd={acts.end} />
      </Act>
    </Section>
  )
}

/** Sends the mail again that proves the address. */
function Verification() {
  const [isSent, setSent] = useState(false)
  const { failure, run } = useFailure()
  return (
    <div className="acct__note">
      <p>
        {texts.unverifiedText}{' '}
        <button type="button" className="link" onClick={async () => setSent(await run(requestVerification))}>
          {texts.verify}
        </button>
      </p>
      <FailureText failure={failure} />
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
  const { failure, run } = useFailure()
  const form = useForm({
    schema: async () => (await import('#contract/users/own-account.ts')).newEmailForm(email),
    submit: async ({ newEmail }) => {
      setSentTo(undefined)
      if (!(await askForProof()) || !(await run(() => requestEmailChange(newEmail)))) return false
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
      <FormFoot form={form} submit={texts.send} onBack={onEnd} failure={failure} />
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
