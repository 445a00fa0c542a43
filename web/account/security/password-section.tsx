import { useRevalidator } from 'react-router'
import { accountTexts } from '#contract/messages/account/account.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { useForm } from '../../ui/forms/form-state.ts'
import { notify } from '../../ui/notice.tsx'
import { useFailure } from '../session/forms/use-failure.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { changePassword } from './account-calls.ts'
import type { Acts } from './acts.ts'
import { FormFoot } from './form-foot.tsx'
import type { OwnAccount } from './own-account.ts'
import { askForProof } from './reauthentication-dialog.tsx'
import { Act, Section } from './section.tsx'

const texts = accountTexts.password
/** Also of the row that offers it among the ways to log in. */
export const PASSWORD_ACT = 'password'

/** The password: set, or changed; shown by nobody. */
export function PasswordSection({ account, acts }: { account: OwnAccount; acts: Acts }) {
  const hasPassword = account.providers.includes('password')
  return (
    <Section id="password" title={texts.title}>
      <p>{hasPassword ? texts.set : texts.unset}</p>
      <Act acts={acts} name={PASSWORD_ACT} label={hasPassword ? texts.change : texts.add}>
        <NewPassword email={account.email} onEnd={acts.end} />
      </Act>
    </Section>
  )
}

function NewPassword({ email, onEnd }: { email: string; onEnd: () => void }) {
  const minLength = useStoreConfig()?.identity.passwordMinLength ?? 6
  const { revalidate } = useRevalidator()
  const { failure, run } = useFailure()
  const form = useForm({
    schema: async () => (await import('#contract/users/users.ts')).newPasswordSchema(minLength),
    submit: async ({ password }) => {
      if (!(await askForProof()) || !(await run(() => changePassword(password)))) return false
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
      <FormFoot form={form} submit={texts.save} onBack={onEnd} failure={failure} />
    </form>
  )
}
