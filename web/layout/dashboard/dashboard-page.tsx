import { Outlet } from 'react-router'
import { DashboardProblem } from './dashboard-problem.tsx'

/** Between the frame and its pages: a page that fails says so inside the frame, whose menu stays usable. */
export default function DashboardPage() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <DashboardProblem />
}
