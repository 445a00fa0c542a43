import { data, redirect, replace } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import { browserApi } from '../../api/browser-api.ts'
import type { PageProblem } from '../../api/load.ts'
import { loginPath, rememberedPath } from './return-path.ts'
import { connectSession, leaveSession, navigatingAtEnd } from './session.ts'
import { getSession, publishSession, type SessionUser } from './session-state.ts'

/** Resolves to the user of a page behind sign-in, or throws a redirect to `/login`, which remembers this page. */
export async function requireSession(request: Request): Promise<SessionUser & { email: string }> {
  const user = await connectSession()
  const here = new URL(request.url)
  if (!user) throw navigation(loginPath(here), request)
  const { email } = user
  if (email === null) throw navigation(loginPath(here, '/add-email'), request)
  return { ...user, email }
}

/** The page that asks for an address redirects a user with one. Resolves to whether a user is signed in. */
export async function requireNoEmail(request: Request): Promise<boolean> {
  const user = await connectSession()
  if (user && user.email !== null) throw navigation(rememberedPath(request.url), request)
  return user !== undefined
}

export async function sessionRole(request: Request): Promise<{ user: SessionUser; admin: boolean }> {
  const user = await requireSession(request)
  return { user, admin: await checkAdmin(user.email) }
}

/** A page that non-admins must not know of signs a non-admin out, and `/login` remembers no page. */
export async function requireAdmin(request: Request): Promise<SessionUser> {
  const { user, admin } = await sessionRole(request)
  if (admin) return user
  await leaveSession()
  throw navigation('/login', request)
}

/** On the other admin pages a non-admin sees "Admins only" (a 403 for the error boundary) and no data. */
export async function adminsOnly(request: Request): Promise<SessionUser> {
  const { user, admin } = await sessionRole(request)
  if (admin) return user
  throw data<PageProblem>({ code: 'forbidden', requestId: undefined }, { status: 403 })
}

/** My Orders signs the user out and shows Home if the store or the identity provider refuses its call. */
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
function navigation(path: string, request: Request): Response {
  return window.location.href === request.url ? replace(path) : redirect(path)
}

function checkAdmin(email: string): Promise<boolean> {
  adminCheck ??= readAdminFlag(email).finally(() => {
    adminCheck = undefined
  })
  return adminCheck
}
let adminCheck: Promise<boolean> | undefined

async function readAdminFlag(email: string): Promise<boolean> {
  const { admin } = await browserApi.getAdminFlag({ params: { email } })
  const session = getSession()
  if (session.status === 'in') publishSession({ ...session, admin })
  return admin
}
