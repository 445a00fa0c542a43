import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { type AskedLink, addEmailByLink, signInWithLink } from '../session/email-link.ts'
import { FailureText } from '../session/forms/failure-text.tsx'
import { useSecondStep } from '../session/forms/use-second-step.ts'
import { rememberedPath } from '../session/return-path.ts'
import { isRemembered, RememberMe } from './remember-me.tsx'
import { SecondStep } from './second-step.tsx'
import { Entrance } from './sign-in-page.tsx'

/** A mailed link that signs in, or adds an address to the account that is signed in. */
export type OpenedLink = {
  kind: 'sign-in'
  title: string
  /** The whole address that was opened. */
  link: string
  adds: boolean
  /** What this browser remembers of having asked for it. */
  asked: AskedLink | undefined
}

/** Uses the link at once in the browser that asked for it; any other asks to whom it was sent. */
export function LinkSignIn({ title, link, adds, asked }: OpenedLink) {
  const navigate = useNavigate()
  const { failure, run, challenge, leave } = useSecondStep()
  const [isOpening, setOpening] = useState(asked !== undefined)
  const isOpened = useRef(false)
  const goOn = () => navigate(rememberedPath(link), { replace: true })

  async function open({ email, remember }: AskedLink): Promise<boolean> {
    const mailed = { email, link }
    const isDone = await run(() => (adds ? addEmailByLink(mailed) : signInWithLink(mailed, remember)))
    if (isDone) await goOn()
    else setOpening(false)
    return isDone
  }

  // a link works once, however often the page is drawn
  useEffect(() => {
    if (!asked || isOpened.current) return
    isOpened.current = true
    void open(asked)
  })
  const form = useForm({
    schema: async () => (await import('#contract/fields.ts')).emailParams,
    submit: ({ email }, { form: place }) => open({ email, remember: isRemembered(place) }),
  })
  if (challenge) return <SecondStep challenge={challenge} onProved={goOn} onLeave={leave} />
  return (
    <Entrance title={title} intro={isOpening ? undefined : texts.whoseLink}>
      {isOpening ? (
        <Spinner />
      ) : (
        <form {...form.props} className="form">
          <Field form={form} name="email" type="email" label={texts.email} autoComplete="username" />
          {!adds && <RememberMe />}
          <div className="form__acts">
            <SubmitButton form={form} look="go">
              {texts.useLink}
            </SubmitButton>
            <LinkButton to={adds ? '/add-email' : '/login'}>{texts.askAgain}</LinkButton>
          </div>
          <FailureText failure={failure} />
          <FormError form={form} />
        </form>
      )}
    </Entrance>
  )
}
