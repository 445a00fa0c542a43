import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { pageTexts as texts } from '#contract/platform/texts/pages.ts'
import { useStore } from '../api/store-config.ts'
import { LinkButton } from '../ui/button.tsx'
import { Drawing } from '../ui/picture.tsx'
import { ErrorState } from '../ui/states.tsx'
import { titleOf } from './page-meta.ts'

export { ErrorPage as ErrorBoundary }
export function ErrorPage({ onRetry }: { onRetry?: () => void }) {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) return <NotFound />
  // a retry of the same address would fail again
  const isPermanent = status < 500 && status !== 429
  const [title, text] = isPermanent ? texts.badRequest : texts.failed
  return (
    <div className="wrap section section--first">
      <PageTitle title={title} />
      <ErrorState
        title={title}
        onRetry={isPermanent ? undefined : (onRetry ?? (() => void revalidate()))}
        action={
          <LinkButton to="/parts" variant={isPermanent ? 'primary' : undefined}>
            {texts.allParts}
          </LinkButton>
        }
      >
        <p>{text}</p>
      </ErrorState>
    </div>
  )
}

export function NotFound() {
  return (
    <section className="wrap section section--first not-found" aria-labelledby="h-notfound">
      <PageTitle title={texts.notFoundTitle} />
      <meta name="robots" content="noindex" />
      <div className="figure">
        <Drawing src="/drawings/not-found.svg" alt={texts.notFoundPicture} isEager />
      </div>
      <div>
        <p className="numeric">404</p>
        <h1 id="h-notfound">{texts.notFoundHeading}</h1>
        <p>{texts.notFoundText}</p>
        <div className="form__actions">
          <LinkButton to="/parts" variant="primary">
            {texts.allParts}
          </LinkButton>
          <LinkButton to="/">{texts.home}</LinkButton>
        </div>
      </div>
    </section>
  )
}

/** The title of an error page, which has no `meta` of its own. */
export function PageTitle({ title }: { title: string }) {
  return <title>{titleOf(title, useStore().name)}</title>
}
