import { data, redirect, replace } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
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

export async function requireSessionRole(request: Request): Promise<{ user: SessionUser; admin: boolean }> {
  const user = await requireSession(request)
  return { user, admin: await checkAdmin(user.email) }
}

/** Make Admin signs a non-admin out, and `/login` then remembers no page. */
export async function requireAdmin(request: Request): Promise<SessionUser> {
  const { user, admin } = await requireSessionRole(request)
  if (admin) return user
  await leaveSession()
  throw redirectTo('/login', request)
}

/** On the other admin pages a non-admin sees "Admins only" (a 403 for the error boundary) and no data. */
export async function adminsOnly(request: Request): Promise<SessionUser> {
  const { user, admin } = await requireSessionRole(request)
  if (admin) return user
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
const adminChecks = new Map<string, Promise<boolean>>()

function checkAdmin(email: string): Promise<boolean> {
  const check = adminChecks.get(email) ?? readAdminFlag(email).finally(() => adminChecks.delete(email))
  adminChecks.set(email, check)
  return check
}

async function readAdminFlag(email: string): Promise<boolean> {
  const { admin } = await browserApi.getAdminFlag({ params: { email } })
  const session = getSession()
  if (session.status === 'in' && session.user.email === email) publishSession({ ...session, admin })
  return admin
}
