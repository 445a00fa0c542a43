import { useNavigation } from 'react-router'
import { uiTexts } from '#contract/messages/ui.ts'

/** Waiting for a whole page: what protected pages show as `HydrateFallback`. */
export function Spinner({ label = uiTexts.loading }: { label?: string }) {
  return (
    <div className="waiting" role="status">
      <span className="spin" aria-hidden="true" />
      <span>{label}</span>
    </div>
  )
}

/** Shown while the next page is on its way; short waits pass unseen. */
export function NavigationSpinner() {
  const isGoing = useNavigation().state === 'loading'
  return (
    <div role="status">
      {isGoing && (
        <div className="going">
          <span className="spin" aria-hidden="true" />
          <span>{uiTexts.loading}</span>
        </div>
      )}
    </div>
  )
}
