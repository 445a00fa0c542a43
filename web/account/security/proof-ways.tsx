import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import type { ErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { FailureText } from '../session/forms/failure-text.tsx'
import { reauthenticateWithPassword, reauthenticateWithWindow } from '../session/reauthenticate.ts'
import { remembering } from '../session/return-path.ts'
import { logOut } from '../session/session.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import type { OwnAccount } from './own-account.ts'
import { useProofs, type Way } from './sign-in-methods.ts'

const texts = accountTexts.proof

type Prove = (act: () => Promise<void>) => Promise<boolean>
type ProofWaysProps = {
  account: OwnAccount
  /** Of the last try. */
  failure: ErrorMessage | undefined
  prove: Prove
  onCancel: () => void
}

/** The ways of this account in which its owner can prove, here and now, who they are. */
export function ProofWays({ account, failure, prove, onCancel }: ProofWaysProps) {
  const proofs = useProofs(account.providers)
  return (
    <>
      {proofs.map((way) =>
        way.window ? (
          <WindowProof key={way.providerId} way={way} prove={prove} />
        ) : (
          <PasswordProof key={way.providerId} email={account.email} prove={prove} />
        ),
      )}
      <FailureText failure={failure} />
      <p className="hint">{proofs.length > 0 ? texts.againText : texts.onlyAgain}</p>
      <div className="acts">
        <Button onClick={onCancel}>{accountTexts.cancel}</Button>
        <LoginAgain />
      </div>
    </>
  )
}

function PasswordProof({ email, prove }: { email: string; prove: Prove }) {
  const form = useForm({
    schema: async () => (await import('#contract/users/users.ts')).newPasswordSchema(1),
    submit: ({ password }) => prove(() => reauthenticateWithPassword(password)),
  })
  return (
    <form {...form.props} className="form">
      <PasswordField form={form} email={email} label={texts.password} autoComplete="current-password" />
      <SubmitButton form={form} look="go">
        {texts.confirm}
      </SubmitButton>
      <FormError form={form} />
    </form>
  )
}

function WindowProof({ way, prove }: { way: Way; prove: Prove }) {
  const { window: method, name } = way
  if (!method) return null
  return (
    <Button onClick={() => prove(() => reauthenticateWithWindow(method))}>{texts.confirmWith(name)}</Button>
  )
}

/** Signing in anew proves as well, in any way the store offers. */
function LoginAgain() {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  async function onClick() {
    setBusy(true)
    await logOut({ leads: true }).catch(() => undefined)
    await navigate(remembering('/login', '/dashboard/account'))
  }
  return (
    <Button onClick={onClick} disabled={isBusy} aria-busy={isBusy}>
      {texts.again}
    </Button>
  )
}
