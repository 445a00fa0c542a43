import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { pageTexts as texts } from '#contract/messages/pages.ts'
import { LinkButton } from '../ui/button.tsx'
import { ErrorState } from '../ui/states.tsx'
import { NotFound } from './not-found.tsx'
import { PageTitle } from './page-title.tsx'

/** What a page shows in its place when it can not be shown; header, search and footer stay. */
export function PageProblem({ onRetry }: { onRetry?: () => void }) {
  const error = useRouteError()
  const revalidator = useRevalidator()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  const isRequest = isRouteErrorResponse(error) && error.status < 500 && error.status !== 429
  const [title, text] = isRequest ? texts.badRequest : texts.failed
  return (
    <div className="wrap sheet sheet--first">
      <PageTitle title={title} />
      <ErrorState
        heading="h1"
        title={title}
        // the same address is refused again
        onRetry={isRequest ? undefined : (onRetry ?? (() => void revalidator.revalidate()))}
        act={
          <LinkButton to="/parts" look={isRequest ? 'go' : undefined}>
            {texts.allParts}
          </LinkButton>
        }
      >
        <p>{text}</p>
      </ErrorState>
    </div>
  )
}
