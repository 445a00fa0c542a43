import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { useForm } from '../../ui/forms/form-state.ts'
import { notify } from '../../ui/notice.tsx'
import { PasswordField } from '../sign-in/credential-fields.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { FormFoot } from './form-foot.tsx'
import { changePassword, type OwnAccount } from './own-account.ts'
import { askToReauthenticate } from './reauthentication-dialog.tsx'
import { FormToggle, type OpenForm, Section } from './section.tsx'

const texts = accountTexts.password
/** The name of the form, which the list of sign-in methods opens, too. */
export const PASSWORD_FORM = 'password'

/** Whether the account has a password, and a form to set or change it. */
export function PasswordSection({ account, openForm }: { account: OwnAccount; openForm: OpenForm }) {
  const hasPassword = account.providers.includes('password')
  return (
    <Section id="password" title={texts.title}>
      <p>{hasPassword ? texts.set : texts.unset}</p>
      <FormToggle openForm={openForm} name={PASSWORD_FORM} label={hasPassword ? texts.change : texts.add}>
        <NewPassword email={account.email} onEnd={openForm.close} />
      </FormToggle>
    </Section>
  )
}

function NewPassword({ email, onEnd }: { email: string; onEnd: () => void }) {
  const minLength = useStoreConfig()?.identity.passwordMinLength ?? 6
  const { revalidate } = useRevalidator()
  const { error, run } = useSignIn()
  const form = useForm({
    schema: async () => (await import('#contract/users/users.ts')).newPasswordSchema(minLength),
    submit: async ({ password }) => {
      if (!(await askToReauthenticate()) || !(await run(() => changePassword(password)))) return false
      notify({ text: texts.changed })
      onEnd()
      await revalidate()
    },
  })
  return (
    <form {...form.props} className="form">
      <PasswordField
        form={form}
        email={email}
        label={texts.newPassword}
        hint={texts.hint(minLength)}
        autoComplete="new-password"
      />
      <FormFoot form={form} submit={texts.save} onBack={onEnd} error={error} />
    </form>
  )
}
