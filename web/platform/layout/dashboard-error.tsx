import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ApiError, isApiError } from '#contract/api-client.ts'
import { isStaff } from '#contract/platform/auth/roles.ts'
import { dashboardTexts as texts } from '#contract/platform/texts/dashboard.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { errorMessage } from '../api/error-message.ts'
import { useSession } from '../auth/session-state.ts'
import { LinkButton } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { PageTitle } from './error-boundary.tsx'
import { reloadPage } from './lost-navigation.ts'

export function DashboardError() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const { role } = useSession()
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : undefined
  if (isApiError(error) && error.code === 'second_step_required')
    return (
      <MessagePage title={texts.secondStepTitle} text={errorTexts.second_step_required}>
        <LinkButton to="/dashboard/account" variant="primary">
          {texts.toAccount}
        </LinkButton>
      </MessagePage>
    )
  if (status === 403)
    return role && isStaff(role) ? (
      <MessagePage title={texts.notYourRoleTitle} text={texts.notYourRoleText} />
    ) : (
      <MessagePage title={texts.adminsOnlyTitle} text={texts.adminsOnlyText} />
    )
  if (status === 404) return <DashboardNotFound />
  const { text, code } = errorMessage(error)
  // a module that failed to load may fail again until the page is reloaded
  const needsReload = code === 'unexpected' || code === 'not-loaded'
  return (
    <ErrorState
      title={texts.failedTitle}
      onRetry={() => (needsReload ? void reloadPage() : void revalidate())}
    >
      <PageTitle title={texts.failedTitle} />
      <p data-code={code}>{code === 'unexpected' ? uiTexts.somethingWrongText : text}</p>
    </ErrorState>
  )
}

export function DashboardNotFound() {
  return <MessagePage title={texts.notFoundTitle} text={errorTexts.not_found} />
}

const toProfile = <LinkButton to="/dashboard">{texts.myProfile}</LinkButton>

type MessagePageProps = { title: string; text: string; children?: Elements }

function MessagePage({ title, text, children = toProfile }: MessagePageProps) {
  return (
    <EmptyState heading="h1" title={title}>
      <PageTitle title={title} />
      <p>{text}</p>
      {children}
    </EmptyState>
  )
}
