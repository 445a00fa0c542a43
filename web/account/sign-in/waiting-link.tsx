import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { providerName } from '../session/provider/provider-name.ts'
import type { SignIn } from './use-sign-in.ts'

/** Says what is added to whose account at the next sign-in, and takes a no. */
export function WaitingLink({ signIn: { waiting, dropWaiting } }: { signIn: SignIn }) {
  const identity = useStoreConfig()?.identity
  if (!waiting || !identity) return null
  return (
    <div className="told" role="status">
      <p>{texts.toBeLinked(waiting.email, providerName(waiting.method, identity))}</p>
      <Button size="small" onClick={dropWaiting}>
        {texts.doNotLink}
      </Button>
    </div>
  )
}
