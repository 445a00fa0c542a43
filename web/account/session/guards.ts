import { data, redirect, replace } from 'react-router'
import { isApiError } from '#contract/api-client.ts'
import type { PageProblem } from '../../api/load.ts'
import { loginPath, rememberedPath, remembering, safeReturnPath } from './return-path.ts'
import { checkAdmin, connectSession, leadingElsewhere, leaveSession } from './session.ts'
import { getSession, type SessionUser } from './session-state.ts'

/**
 * For the `clientLoader` of a page behind sign-in: the person signed in, or the way to `/login`, which
 * remembers this page. Throws when the sign-in cannot be read; the page then offers Retry.
 */
export async function requireSession(request: Request): Promise<SessionUser & { email: string }> {
  const user = await connectSession()
  const here = new URL(request.url)
  if (!user) throw leaveFor(loginPath(here), request)
  const { email } = user
  if (email === null) {
    throw leaveFor(
      remembering('/add-email', safeReturnPath(here.pathname + here.search, here.origin)),
      request,
    )
  }
  return { ...user, email }
}

/** For the page that asks for an address: whoever has one is led on. Answers whether somebody is signed in. */
export async function requireNoEmail(request: Request): Promise<boolean> {
  const user = await connectSession()
  if (user && user.email !== null) throw leaveFor(rememberedPath(request.url), request)
  return user !== undefined
}

/** Whether the person signed in is an admin, asked of the store. */
export async function sessionRole(request: Request): Promise<{ user: SessionUser; admin: boolean }> {
  const user = await requireSession(request)
  return { user, admin: await checkAdmin(user.email) }
}

/** For the page of which an outsider must not even know: a non-admin is signed out, and nothing is remembered. */
export async function requireAdmin(request: Request): Promise<SessionUser> {
  const { user, admin } = await sessionRole(request)
  if (admin) return user
  await leaveSession()
  throw leaveFor('/login', request)
}

/** For the other admin pages: a non-admin sees "Admins only" (a 403 for the error boundary) and no data. */
export async function adminsOnly(request: Request): Promise<SessionUser> {
  const { user, admin } = await sessionRole(request)
  if (admin) return user
  throw data<PageProblem>({ code: 'forbidden', requestId: undefined }, { status: 403 })
}

/** For the call of My Orders: where the store or the identity provider refuses, signed out and home. */
export async function homeWhenRefused<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await leadingElsewhere(call)
  } catch (error) {
    const isRefused = isApiError(error) && (error.status === 401 || error.status === 403)
    if (!isRefused && getSession().status !== 'out') throw error
    await leaveSession()
    throw replace('/')
  }
}

/** A page already in the address bar is replaced, so that Back does not run into the same guard again. */
function leaveFor(path: string, request: Request): Response {
  return window.location.href === request.url ? replace(path) : redirect(path)
}
