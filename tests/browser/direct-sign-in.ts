import type { APIRequestContext, Page } from '@playwright/test'
import { apiWithToken } from './store-api.ts'
import { newEmail } from './story.ts'

type Person = { email: string; password: string }

/** Creates an account at the identity provider unless it exists; the store adds it at the first sign-in. */
export async function createAccount(
  request: APIRequestContext,
  person: Person & { displayName?: string },
): Promise<void> {
  const { identity } = await (await request.get('/api/config')).json()
  const urlOf = (method: string) => `/identity/v1/accounts:${method}?key=${identity.apiKey}`
  const { idToken } = await (await request.post(urlOf('signUp'), { data: person })).json()
  const { displayName } = person
  if (idToken && displayName) await request.post(urlOf('update'), { data: { idToken, displayName } })
}

/**
 * Signs a person in without the login page: requests what the sign-in SDK and the store keep in the browser,
 * and stores it there. Ends on `/healthz`, which has no script.
 */
export async function signInDirectly(page: Page, person: Person): Promise<void> {
  await storeSession(page, await openSession(page.request, person))
}

/** Writes a session to the local storage; ends on `/healthz`, which has no script. */
export async function storeSession(page: Page, session: Session): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value)
  }, Object.entries(session))
}

/** Creates an account and signs in without the login page. */
export async function signInAsNewUser(page: Page, displayName: string): Promise<Person> {
  const email = newEmail(displayName.toLowerCase().replaceAll(' ', '.'))
  const person = { email, password: 'a-good-password' }
  await createAccount(page.request, { ...person, displayName })
  await signInDirectly(page, person)
  return person
}

/** The local storage after a sign-in with Remember me. */
export type Session = Record<string, string>

/** Removes the session from the browser, without the logout dialog; at the store the sign-in does not end. */
export async function clearSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.evaluate(() => indexedDB.deleteDatabase('firebaseLocalStorageDb'))
}

export async function openSession(request: APIRequestContext, { email, password }: Person): Promise<Session> {
  const { identity } = await (await request.get('/api/config')).json()
  const call = async (method: string, data: object) =>
    (await request.post(`/identity/v1/accounts:${method}?key=${identity.apiKey}`, { data })).json()
  const signedIn = await call('signInWithPassword', { email, password, returnSecureToken: true })
  const { idToken, refreshToken, expiresIn } = signedIn
  const { users } = await call('lookup', { idToken })
  const [{ localId, displayName, photoUrl, emailVerified, createdAt, lastLoginAt, providerUserInfo }] = users
  const { token } = await apiWithToken(request, idToken).exchangeToken({ params: { email }, body: { email } })
  const user = {
    uid: localId,
    email,
    emailVerified,
    displayName,
    photoURL: photoUrl,
    isAnonymous: false,
    providerData: providerUserInfo,
    stsTokenManager: {
      refreshToken,
      accessToken: idToken,
      expirationTime: Date.now() + Number(expiresIn) * 1000,
    },
    createdAt,
    lastLoginAt,
    apiKey: identity.apiKey,
    appName: '[DEFAULT]',
  }
  return { accessToken: token, [`firebase:authUser:${identity.apiKey}:[DEFAULT]`]: JSON.stringify(user) }
}
