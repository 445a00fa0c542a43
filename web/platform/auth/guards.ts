import { data, redirect, replace } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import { may, type Permission, type Role } from '#contract/platform/auth/roles.ts'
import { browserApi } from '../api/browser-api.ts'
import type { PageProblem } from '../api/load.ts'
import { loginPath, rememberedPath } from './return-path.ts'
import { connectSession, leaveSession, navigatingAtEnd } from './session.ts'
import { getSession, publishSession, type SessionUser } from './session-state.ts'

/** The user of a page behind sign-in. Throws a redirect to `/login` or `/add-email`, which remembers this page. */
export async function requireSession(request: Request): Promise<SessionUser & { email: string }> {
  const user = await connectSession()
  const here = new URL(request.url)
  if (!user) throw redirectTo(loginPath(here), request)
  const { email } = user
  if (email === null) throw redirectTo(loginPath(here, '/add-email'), request)
  return { ...user, email }
}

/** For `/add-email`: redirects a user with an address to the remembered page. Resolves to whether a user is signed in. */
export async function requireNoEmail(request: Request): Promise<boolean> {
  const user = await connectSession()
  if (user && user.email !== null) throw redirectTo(rememberedPath(request.url), request)
  return user !== undefined
}

export async function requireSessionRole(request: Request): Promise<{ user: SessionUser; role: Role }> {
  const user = await requireSession(request)
  return { user, role: await checkRole(user.email) }
}

/** Make Admin signs out who is not an admin, and `/login` then remembers no page. */
export async function requireAdmin(request: Request): Promise<SessionUser> {
  const { user, role } = await requireSessionRole(request)
  if (role === 'admin') return user
  await leaveSession()
  throw redirectTo('/login', request)
}

/** On other pages of the back office, who has none of the permissions sees that (a 403 for the error boundary), and no data. */
export async function requirePermission(
  request: Request,
  needed: Permission | readonly Permission[],
): Promise<{ user: SessionUser; role: Role }> {
  const session = await requireSessionRole(request)
  if (may(session.role, needed)) return session
  throw data<PageProblem>({ code: 'forbidden', requestId: undefined }, { status: 403 })
}

/** My Orders signs the user out and shows Home if its call fails with 401 or 403, or ends the session. */
export async function homeWhenRefused<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await navigatingAtEnd(call)
  } catch (error) {
    const isRefused = isApiError(error) && (error.status === 401 || error.status === 403)
    if (!isRefused && getSession().status !== 'out') throw error
    await leaveSession()
    throw replace('/')
  }
}

/** A page already in the address bar is replaced, so that Back does not run into the same guard again. */
function redirectTo(path: string, request: Request): Response {
  return window.location.href === request.url ? replace(path) : redirect(path)
}

/** By address; the loaders of the dashboard and of its page ask at once. */
const roleChecks = new Map<string, Promise<Role>>()

function checkRole(email: string): Promise<Role> {
  const check = roleChecks.get(email) ?? readRole(email).finally(() => roleChecks.delete(email))
  roleChecks.set(email, check)
  return check
}

async function readRole(email: string): Promise<Role> {
  const params = { email }
  const [{ admin }, profile] = await Promise.all([
    browserApi.getAdminFlag({ params }),
    browserApi.getUser({ params }),
  ])
  const role = admin ? 'admin' : profile.role
  const session = getSession()
  if (session.status === 'in' && session.user.email === email) publishSession({ ...session, role })
  return role
}
