import { Outlet } from 'react-router'
import { DashboardError } from './dashboard-error.tsx'

/** Catches the errors of a page inside the frame, whose menu stays usable. */
export default function DashboardPage() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <DashboardError />
}
