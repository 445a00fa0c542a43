import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { rememberedPath } from '../session/return-path.ts'
import { AttemptError } from './attempt-error.tsx'
import { addEmailByLink, type OpenedLink, type RequestedLink, signInWithLink } from './mailed-links.ts'
import { isRemembered, RememberMe } from './remember-me.tsx'
import { SecondFactorPage } from './second-factor-form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Uses the link at once in the browser that asked for it; another browser asks for the address that it was sent to. */
export function LinkSignIn({ title, link, addsEmail, requested }: OpenedLink) {
  const navigate = useNavigate()
  const { error, run, challenge, leaveChallenge } = useSignIn()
  const [isOpening, setOpening] = useState(requested !== undefined)
  const isOpened = useRef(false)
  const goOn = () => navigate(rememberedPath(link), { replace: true })

  async function open({ email, remember }: RequestedLink): Promise<boolean> {
    const mailed = { email, link }
    const isDone = await run(async () => {
      if (!addsEmail) return signInWithLink(mailed, remember)
      await addEmailByLink(mailed)
    })
    if (isDone) await goOn()
    else setOpening(false)
    return isDone
  }

  // a link works once, however often the page is rendered
  useEffect(() => {
    if (!requested || isOpened.current) return
    isOpened.current = true
    void open(requested)
  })
  const form = useForm({
    schema: async () => (await import('#contract/fields.ts')).emailParams,
    submit: ({ email }, { form: place }) => open({ email, remember: isRemembered(place) }),
  })
  if (challenge) return <SecondFactorPage challenge={challenge} onProved={goOn} onLeave={leaveChallenge} />
  return (
    <SignInPage title={title} intro={isOpening ? undefined : texts.whoseLink}>
      {isOpening ? (
        <Spinner />
      ) : (
        <form {...form.props} className="form">
          <Field form={form} name="email" type="email" label={texts.email} autoComplete="username" />
          {!addsEmail && <RememberMe />}
          <div className="form__acts">
            <SubmitButton form={form} look="go">
              {texts.useLink}
            </SubmitButton>
            <LinkButton to={addsEmail ? '/add-email' : '/login'}>{texts.askAgain}</LinkButton>
          </div>
          <AttemptError error={error} />
          <FormError form={form} />
        </form>
      )}
    </SignInPage>
  )
}
