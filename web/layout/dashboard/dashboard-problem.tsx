import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ApiError, isApiError } from '#contract/api-client.ts'
import { dashboardTexts as texts } from '#contract/messages/dashboard.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { uiTexts } from '#contract/messages/ui.ts'
import { errorMessage } from '../../api/error-message.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { PageTitle } from '../page-title.tsx'

/** What a dashboard page says in its place: admins only, not there, or what failed, with Retry. */
export function DashboardProblem() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : undefined
  if (isApiError(error) && error.code === 'second_step_required') return <SecondStepRequired />
  if (status === 403) return <AdminsOnly />
  if (status === 404) return <Missing />
  const { text, code } = errorMessage(error)
  // A piece of code that once failed to load fails until the page is loaded anew.
  const needsReload = code === 'unexpected' || code === 'not-loaded'
  const onRetry = () => (needsReload ? window.location.reload() : void revalidate())
  return (
    <ErrorState heading="h1" title={texts.failedTitle} onRetry={onRetry}>
      <PageTitle title={texts.failedTitle} />
      <p data-code={code}>{code === 'unexpected' ? uiTexts.somethingWrongText : text}</p>
    </ErrorState>
  )
}

function AdminsOnly() {
  return (
    <EmptyState heading="h1" title={texts.adminsOnlyTitle}>
      <PageTitle title={texts.adminsOnlyTitle} />
      <p>{texts.adminsOnlyText}</p>
      <LinkButton to="/dashboard">{texts.myProfile}</LinkButton>
    </EmptyState>
  )
}

/** The store lets this admin on when a second step is passed, which the account page sees to. */
function SecondStepRequired() {
  return (
    <EmptyState heading="h1" title={texts.secondStepTitle}>
      <PageTitle title={texts.secondStepTitle} />
      <p>{errorTexts.second_step_required}</p>
      <LinkButton to="/dashboard/account" look="go">
        {texts.toAccount}
      </LinkButton>
    </EmptyState>
  )
}

/** Not there, or not this person's to see. */
export function Missing() {
  return (
    <EmptyState heading="h1" title={texts.notFoundTitle}>
      <PageTitle title={texts.notFoundTitle} />
      <p>{errorTexts.not_found}</p>
      <LinkButton to="/dashboard">{texts.myProfile}</LinkButton>
    </EmptyState>
  )
}
