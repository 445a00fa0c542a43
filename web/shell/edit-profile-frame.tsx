import { Outlet, useRouteLoaderData } from 'react-router'
import type { clientLoader } from '../people/users/edit-profile-route.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'

/** Around Edit Profile, whose address is outside the dashboard: its frame, once the page knows the account. */
export default function EditProfileFrame() {
  const profile = useRouteLoaderData<typeof clientLoader>('edit-profile')?.profile
  if (!profile) return <Outlet />
  return (
    <DashboardFrame role={profile.role}>
      <Outlet />
    </DashboardFrame>
  )
}
