import type { ErrorMessage } from '../../../api/error-message.ts'
import { Icon } from '../../../ui/icon.tsx'

/** A failure in red, read aloud; the raw code stands in `data-code` for support. */
export function FailureText({ failure }: { failure: ErrorMessage | undefined }) {
  if (!failure) return null
  return (
    <p className="err err--form" role="alert" data-code={failure.code}>
      <Icon name="warning" />
      {failure.text}
    </p>
  )
}
