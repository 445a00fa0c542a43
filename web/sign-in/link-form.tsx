import { type ReactNode, useState } from 'react'
import { signInTexts as texts } from '#contract/messages/sign-in.ts'
import { DemoMailbox } from '../session/demo-mailbox.tsx'
import { rememberedPath } from '../session/return-path.ts'
import { mailSignInLink } from '../session/sign-in-links.ts'
import { Field, SubmitButton } from '../ui/field.tsx'
import { useForm } from '../ui/form-state.ts'
import { isRemembered } from './remember-me.tsx'
import type { SignIn } from './use-sign-in.ts'

/** Asks for a link that signs in. The same answer for every address: nobody learns here who has an account. */
export function LinkForm({ run, rememberMe }: { run: SignIn['run']; rememberMe: ReactNode }) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    schema: async () => (await import('#contract/fields.ts')).emailParams,
    submit: async ({ email }, { form: place }) => {
      setSentTo(undefined)
      const asked = { email, remember: isRemembered(place) }
      const isSent = await run(() => mailSignInLink(asked, rememberedPath(window.location.href)))
      if (isSent) setSentTo(email)
      return isSent
    },
  })
  return (
    <form {...form.props} className="form">
      <Field
        form={form}
        name="email"
        type="email"
        label={texts.email}
        hint={texts.linkHint}
        autoComplete="username"
      />
      {rememberMe}
      <SubmitButton form={form} look="go">
        {texts.sendLink}
      </SubmitButton>
      <div role="status">
        {sentTo && (
          <p className="told">
            {texts.linkSent(sentTo)} <DemoMailbox />
          </p>
        )}
      </div>
    </form>
  )
}
