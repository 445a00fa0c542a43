import type { ReactNode } from 'react'
import { uiTexts } from '#contract/messages/ui.ts'
import { Button } from './button.tsx'

type State = { title: string; children?: ReactNode; heading?: 'h1' | 'h2' | 'h3' }

export function EmptyState({ title, children, heading: Heading = 'h2' }: State) {
  return (
    <div className="state-box">
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}

export function ErrorState({
  title,
  children,
  heading: Heading = 'h2',
  onRetry,
  act,
}: State & { onRetry?: () => void; act?: ReactNode }) {
  return (
    <div className="state-box" role="alert">
      <Heading>{title}</Heading>
      {children}
      <div className="acts">
        {onRetry && (
          <Button look="go" onClick={onRetry}>
            {uiTexts.retry}
          </Button>
        )}
        {act}
      </div>
    </div>
  )
}
