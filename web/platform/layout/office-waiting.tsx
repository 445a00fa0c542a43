import { useLayoutEffect } from 'react'
import { HydrateFallback } from '../ui/states.tsx'

/** What pages of the dashboard show until they have loaded: for staff in the frame of the back office, which the head script chose. */
export function OfficeWaiting() {
  useOwnFrame()
  return (
    <div className="office-waiting">
      <HydrateFallback />
    </div>
  )
}

/** Once the page is there, it decides about its frame. */
function useOwnFrame(): void {
  useLayoutEffect(
    () => () => {
      delete document.documentElement.dataset.office
    },
    [],
  )
}
