import { Outlet } from 'react-router'

export { DashboardError as ErrorBoundary } from '../platform/layout/dashboard-error.tsx'

/** Catches the errors of a page inside the frame, whose menu stays usable. */
export default function DashboardPage() {
  return <Outlet />
}
