import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { requireSessionRole } from '../platform/auth/guards.ts'
import { DashboardError } from '../platform/layout/dashboard-error.tsx'
import type { Route } from './+types/dashboard-route.ts'
import { DashboardFrame } from './dashboard-frame.tsx'

export { OfficeWaiting as HydrateFallback } from '../platform/layout/office-waiting.tsx'
export { ownStyles as links } from '../platform/layout/own-styles.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { role } = await requireSessionRole(request)
  return { role }
}
clientLoader.hydrate = true as const

/** False for a navigation to another page: each page checks the session itself, and pages of the back office the permission. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args
  const isOtherPage = formMethod === undefined && currentUrl.pathname !== nextUrl.pathname
  return !isOtherPage && defaultShouldRevalidate
}

export default function DashboardRoute({ loaderData }: Route.ComponentProps) {
  return (
    <DashboardFrame role={loaderData.role}>
      <Outlet />
    </DashboardFrame>
  )
}

export function ErrorBoundary() {
  return (
    <div className="wrap section section--first">
      <DashboardError />
    </div>
  )
}
