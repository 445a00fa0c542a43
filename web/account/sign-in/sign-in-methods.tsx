import { type ReactNode, useEffect, useRef } from 'react'
import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { FailureText } from '../session/forms/failure-text.tsx'
import { signInWithWindow } from '../session/sign-in.ts'
import { LinkForm } from './link-form.tsx'
import { PhoneForm } from './phone-form.tsx'
import { isRemembered } from './remember-me.tsx'
import type { SignIn } from './use-sign-in.ts'
import { useWays } from './use-ways.ts'
import { WaitingLink } from './waiting-link.tsx'
import { WindowButton } from './window-button.tsx'

type WaysProps = {
  signIn: SignIn
  /** The page's own form with a password, drawn where the store offers it. */
  passwordForm: ReactNode
  windowLabel: (provider: string) => string
  /** Where the person can say how long a sign-in is to last. */
  rememberMe?: ReactNode
}

/** Every way in that the store offers: one form, its failure below, then the windows and the other forms. */
export function Ways({ signIn, passwordForm, windowLabel, rememberMe }: WaysProps) {
  const root = useRef<HTMLDivElement>(null)
  const isReady = useHydrated()
  const { way, windows, others, choose } = useWays(root)
  const { run, failure, waiting } = signIn
  const email = waiting?.email
  useEffect(() => {
    const input = root.current?.querySelector<HTMLInputElement>('input[name=email]')
    if (email && input && !input.value) input.value = email
  }, [email])
  return (
    <div className="form" ref={root}>
      {way === 'password' && passwordForm}
      {way === 'emailLink' && <LinkForm run={run} rememberMe={rememberMe} />}
      {way === 'phone' && <PhoneForm run={run} rememberMe={rememberMe} />}
      <FailureText failure={failure} />
      <WaitingLink signIn={signIn} />
      {way && windows.length + others.length > 0 && <p className="entrance__or">{texts.or}</p>}
      {windows.map((method) => (
        <WindowButton
          key={method}
          method={method}
          label={windowLabel}
          onClick={() => run(() => signInWithWindow(method, isRemembered(root.current)))}
        />
      ))}
      {others.map((other) => (
        // a failure of the form before says nothing of the one that comes
        <Button key={other} onClick={() => run(async () => choose(other))} disabled={!isReady} data-waits>
          {texts.ways[other]}
        </Button>
      ))}
    </div>
  )
}
