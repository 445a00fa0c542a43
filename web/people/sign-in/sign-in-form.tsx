import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { secondStepTexts } from '#contract/people/sign-in/second-step-texts.ts'
import { signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import { type ErrorMessage, errorMessage } from '../../platform/api/error-message.ts'
import type { Challenge, PendingLink, PhoneCode } from '../../platform/auth/identity-client.ts'
import { SignInError } from '../../platform/auth/sign-in-error.ts'
import { Field } from '../../platform/forms/field.tsx'
import { NO_FAILURE, sendForm, useForm } from '../../platform/forms/form.ts'
import { ErrorText, FormError, ManagedForm, SubmitButton } from '../../platform/forms/form-status.tsx'
import { Button } from '../../platform/ui/button.tsx'
import type { Elements } from '../../platform/ui/elements.ts'
import { type Attempt, dropPendingLink, resultOf } from './sign-in.ts'
import { DemoMailbox } from './sign-in-page.tsx'

type State = {
  error?: ErrorMessage | undefined
  challenge?: Challenge | undefined
  pendingLink?: PendingLink | undefined
}
export type Attempts = ReturnType<typeof useSignIn>

const PATIENCE_MS = 10_000

/** Runs attempts at the identity provider and holds what to show: an error, a challenge or an account to be linked. */
export function useSignIn() {
  const [state, setState] = useState<State>({})
  const latest = useRef(0)
  const show = (change: State) => setState((before) => ({ ...before, ...change }))

  /** Resolves to whether the attempt is done. Never throws: an error of the latest attempt is shown. */
  async function run(attempt: Attempt): Promise<boolean> {
    latest.current += 1
    const number = latest.current
    show({ error: undefined })
    const slow = setInterval(() => {
      // an open popup has the focus: the person is at work there
      if (number === latest.current && document.hasFocus())
        show({ error: errorMessage(new SignInError('slow')) })
    }, PATIENCE_MS)
    const result = await resultOf(attempt)
    clearInterval(slow)
    // the error of an older attempt says nothing about the newer one
    if (number === latest.current) show({ error: result.kind === 'failed' ? result.error : undefined })
    if (result.kind === 'secondFactor') show({ challenge: result.challenge })
    if (result.kind === 'linkNeeded') show({ pendingLink: result.pending })
    return result.kind === 'done'
  }

  return {
    ...state,
    run,
    leaveChallenge: () => show({ challenge: undefined }),
    dropLink() {
      dropPendingLink()
      show({ error: undefined, pendingLink: undefined })
    },
  }
}

export function AttemptError({ error }: { error: ErrorMessage | undefined }) {
  if (!error) return null
  return (
    <ErrorText code={error.code} isOfForm>
      {error.text}
    </ErrorText>
  )
}

type SignInFormProps<Output> = {
  label?: string
  schema: () => Promise<ZodMiniType<Output>>
  /** Runs with the parsed values. False: it is not done, and the caller shows the error, if there is one. */
  submit: (output: Output, form: HTMLFormElement) => Promise<unknown>
  button: string
  beside?: Elements
  error?: ErrorMessage | undefined
  after?: Elements
  /** Moves the focus to the first field: this form replaces the one in use. */
  takesFocus?: boolean
  children: Elements
}

export function SignInForm<Output>({ schema, submit, button, ...props }: SignInFormProps<Output>) {
  const { label, beside, error, after, takesFocus, children } = props
  const form = useForm<unknown>({
    schema,
    async send(values, key, element) {
      const result = await sendForm(values, key, { schema, send: (output) => submit(output, element) })
      return result.ok && result.value === false ? NO_FAILURE : result
    },
  })
  const { ref } = form.props
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [takesFocus, ref])
  const submitButton = <SubmitButton variant="primary">{button}</SubmitButton>
  return (
    <ManagedForm form={form} className="form" aria-label={label}>
      {children}
      {beside ? (
        <div className="form__actions">
          {submitButton}
          {beside}
        </div>
      ) : (
        submitButton
      )}
      <AttemptError error={error} />
      <FormError />
      {after}
    </ManagedForm>
  )
}

type PasswordFieldProps = {
  /** The account of a form that does not ask for its address: password managers look for it beside the password. */
  email?: string
  label: string
  hint?: ReactNode
  autoComplete: 'new-password' | 'current-password'
}

export function PasswordField({ email, ...field }: PasswordFieldProps) {
  return (
    <>
      {email && <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />}
      <Field name="password" type="password" {...field} />
    </>
  )
}

export function CodeField({ hint }: { hint: string }) {
  const label = secondStepTexts.code
  const code = { name: 'code', inputMode: 'numeric', autoComplete: 'one-time-code' } as const
  return <Field label={label} hint={hint} {...code} />
}

type TextedCodeFieldProps = {
  send: () => Promise<void>
  isSent?: boolean
}

export function TextedCodeField({ send, isSent = false }: TextedCodeFieldProps) {
  const [count, setCount] = useState(isSent ? 1 : 0)
  const { error, run } = useSignIn()
  const sendButton = (
    <>
      <div className="form__actions">
        <BusyButton onClick={async () => (await run(send)) && setCount(count + 1)}>
          {count === 0 ? secondStepTexts.sendCode : secondStepTexts.sendAnother}
        </BusyButton>
      </div>
      <AttemptError error={error} />
    </>
  )
  return (
    <>
      {!isSent && sendButton}
      <SentNote text={count > 0 && secondStepTexts.sent} count={count} />
      <CodeField hint={secondStepTexts.textHint} />
      {isSent && sendButton}
    </>
  )
}

export function SentNote({ text, count }: { text: string | false | undefined; count?: number }) {
  return (
    <div role="status">
      {text && (
        <p key={count} className="status-message">
          <span>{`${text} `}</span>
          <DemoMailbox />
        </p>
      )}
    </div>
  )
}

type BusyButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & { onClick: () => Promise<unknown> }

export function BusyButton({ onClick, ...rest }: BusyButtonProps) {
  const [isBusy, setBusy] = useState(false)
  async function onPress() {
    if (isBusy) return
    setBusy(true)
    await onClick()
    setBusy(false)
  }
  return <Button {...rest} onClick={onPress} aria-busy={isBusy} />
}

export function RememberMe() {
  return (
    <label className="check">
      <input type="checkbox" name="remember" defaultChecked />
      <span>{texts.remember}</span>
    </label>
  )
}

/** Whether "Remember me" is ticked within `root`; without the checkbox a sign-in is remembered. */
export function isRemembered(root: HTMLElement | null): boolean {
  const checkbox = root?.querySelector<HTMLInputElement>('input[name="remember"]')
  return checkbox?.checked ?? true
}

type MailFormProps = {
  hint?: string
  autoComplete: 'username' | 'email'
  send: (email: string, form: HTMLFormElement) => Promise<boolean>
  sent: (email: string) => string
  children?: Elements
  error?: ErrorMessage | undefined
}

/** Asks for an address, mails a link to it and says so; the page does not reveal whether the address has an account. */
export function MailForm({ hint, autoComplete, send, sent, children, error }: MailFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <SignInForm
      schema={async () => (await import('#contract/platform/fields.ts')).emailParams}
      submit={async ({ email }, form) => {
        setSentTo(undefined)
        const isSent = await send(email, form)
        if (isSent) setSentTo(email)
        return isSent
      }}
      button={texts.sendLink}
      error={error}
      after={<SentNote text={sentTo && sent(sentTo)} />}
    >
      <Field name="email" type="email" label={texts.email} hint={hint} autoComplete={autoComplete} />
      {children}
    </SignInForm>
  )
}

type SentSms = { number: string; verificationId: string; remember: boolean }
type PhoneFormProps = {
  label?: string
  words: Record<'number' | 'numberHint' | 'send' | 'finish' | 'other', string> & {
    sentTo: (number: string) => string
  }
  run: Attempts['run']
  /** Runs the sending of the first text message, instead of `run`. */
  runSend?: Attempts['run']
  error?: ErrorMessage | undefined
  sendSmsCode: (number: string) => Promise<string>
  verify: (code: PhoneCode, sent: SentSms) => Promise<unknown>
  cancelButton?: Elements
  children?: Elements
}

export function PhoneForm({ label, words, run, runSend = run, sendSmsCode, ...props }: PhoneFormProps) {
  const { error, verify, cancelButton, children } = props
  const [sent, setSent] = useState<SentSms>()
  const sendTo = async (number: string, remember: boolean) =>
    setSent({ number, remember, verificationId: await sendSmsCode(number) })
  if (!sent) {
    return (
      <SignInForm
        key="number"
        label={label}
        schema={async () => (await import('#contract/people/sign-in/sign-in.ts')).dialledNumberForm}
        submit={({ phone }, form) => runSend(() => sendTo(phone, isRemembered(form)))}
        button={words.send}
        beside={cancelButton}
        error={error}
      >
        <Field name="phone" type="tel" label={words.number} hint={words.numberHint} autoComplete="tel" />
        {children}
      </SignInForm>
    )
  }
  const { number, verificationId, remember } = sent
  return (
    <SignInForm
      key="code"
      label={label}
      schema={async () => (await import('#contract/people/sign-in/sign-in.ts')).codeForm}
      submit={({ code }) => verify({ verificationId, code }, sent)}
      button={words.finish}
      beside={<Button onClick={() => run(async () => setSent(undefined))}>{words.other}</Button>}
      error={error}
      takesFocus
    >
      <p>{words.sentTo(number)}</p>
      <TextedCodeField isSent send={() => sendTo(number, remember)} />
    </SignInForm>
  )
}
