import type { ErrorMessage } from '../../api/error-message.ts'
import { Icon } from '../../ui/icon.tsx'

/** The error of an attempt of `useSignIn`, in red and read aloud; its code stands in `data-code` for support. */
export function AttemptError({ error }: { error: ErrorMessage | undefined }) {
  if (!error) return null
  return (
    <p className="err err--form" role="alert" data-code={error.code}>
      <Icon name="warning" />
      {error.text}
    </p>
  )
}
