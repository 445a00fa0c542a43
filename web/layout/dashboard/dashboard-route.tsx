import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { sessionRole } from '../../account/session/guards.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { Route } from './+types/dashboard-route.ts'
import { DashboardFrame } from './dashboard-frame.tsx'
import { DashboardProblem } from './dashboard-problem.tsx'

export { ownStyles as links } from '../own-styles.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { admin } = await sessionRole(request)
  return { admin }
}
clientLoader.hydrate = true as const

/**
 * Not read again on the way from one page of the dashboard to another: each page checks the session itself, and decides
 * where a user is sent whom the store refuses. A second call at that moment would decide first.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isOtherPage = formMethod === undefined && currentUrl.pathname !== nextUrl.pathname
  return isOtherPage ? false : defaultShouldRevalidate
}

export function HydrateFallback() {
  return <Spinner />
}

export default function DashboardRoute({ loaderData }: Route.ComponentProps) {
  return (
    <DashboardFrame admin={loaderData.admin}>
      <Outlet />
    </DashboardFrame>
  )
}

/** The frame itself could not be built: signing in or the check of the role failed. */
export function ErrorBoundary() {
  return (
    <div className="wrap sheet sheet--first">
      <DashboardProblem />
    </div>
  )
}
