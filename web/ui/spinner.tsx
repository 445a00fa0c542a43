import { useNavigation } from 'react-router'
import { pageTexts } from '#contract/messages/pages.ts'
import { uiTexts } from '#contract/messages/ui.ts'
import { LinkButton } from './button.tsx'
import { EmptyState } from './states.tsx'

/** The `HydrateFallback` of pages behind sign-in. Without JavaScript it says that the page needs it. */
export function Spinner() {
  return (
    <>
      <div className="waiting" role="status">
        <span className="spin" aria-hidden="true" />
        <span>{uiTexts.loading}</span>
      </div>
      <noscript>
        <style>{'.waiting { display: none }'}</style>
        <div className="wrap sheet sheet--first">
          <EmptyState heading="h1" title={uiTexts.noScriptTitle}>
            <p>{uiTexts.noScriptText}</p>
            <LinkButton to="/parts" look="go">
              {pageTexts.allParts}
            </LinkButton>
          </EmptyState>
        </div>
      </noscript>
    </>
  )
}

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
