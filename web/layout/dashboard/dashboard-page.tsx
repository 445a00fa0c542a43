import { Outlet } from 'react-router'
import { DashboardProblem } from './dashboard-problem.tsx'

/** Catches the errors of a page inside the frame, whose menu stays usable. */
export default function DashboardPage() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <DashboardProblem />
}
