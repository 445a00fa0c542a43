import { useNavigation } from 'react-router'
import { pageTexts } from '#contract/platform/texts/pages.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { Button, LinkButton } from './button.tsx'
import type { Elements } from './elements.ts'

type StateProps = { title: string; children?: Elements; heading?: 'h1' | 'h2' | 'h3' }

export function EmptyState({ title, children, heading: Heading = 'h2' }: StateProps) {
  return (
    <div className="state-box">
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}

type ErrorStateProps = Omit<StateProps, 'heading'> & { onRetry?: () => void; action?: Elements }

export function ErrorState({ title, children, onRetry, action }: ErrorStateProps) {
  return (
    <div className="state-box" role="alert">
      <h1>{title}</h1>
      {children}
      <div className="actions">
        {onRetry && (
          <Button variant="primary" onClick={onRetry}>
            {uiTexts.retry}
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}

/** What a page shows until its `clientLoader` has run. Without JavaScript it says that the page needs JavaScript. */
export function HydrateFallback() {
  return (
    <>
      <div className="waiting" role="status">
        <span className="spinner" aria-hidden="true" />
        <span>{uiTexts.loading}</span>
      </div>
      <noscript>
        <style>{'.waiting { display: none }'}</style>
        <div className="wrap section section--first">
          <EmptyState heading="h1" title={uiTexts.noScriptTitle}>
            <p>{uiTexts.noScriptText}</p>
            <LinkButton to="/parts" variant="primary">
              {pageTexts.allParts}
            </LinkButton>
          </EmptyState>
        </div>
      </noscript>
    </>
  )
}

export function NavigationSpinner() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <div role="status">
      {isLoading && (
        <div className="navigation-spinner">
          <span className="spinner" aria-hidden="true" />
          <span>{uiTexts.loading}</span>
        </div>
      )}
    </div>
  )
}
