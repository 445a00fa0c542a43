import type { MultiFactorInfo, TotpSecret, User } from '@firebase/auth'
import { anonymousApi, browserApi, ConnectionError } from '../../platform/api/browser-api.ts'
import { readToken } from '../../platform/auth/access-token.ts'
import type { IdentityClient, SecondFactor, SignInResult } from '../../platform/auth/identity-client.ts'
import {
  bearer,
  exchangeForStoreToken,
  leaveSession,
  withIdentityClient,
} from '../../platform/auth/session.ts'
import { SignInError } from '../../platform/auth/sign-in-error.ts'
import { type FirstFactor, runFactors } from '../sign-in/sign-in.ts'

export type EnrolledFactor = SecondFactor & { enrolledAt: string }

export type OwnAccount = {
  email: string
  isVerified: boolean
  providers: string[]
  factors: EnrolledFactor[]
  usedSecondFactor: boolean
  /** Recovery codes not used yet; null where the provider has no recovery codes. */
  codesLeft: number | null
}

export async function readAccount(): Promise<OwnAccount> {
  const account = await withIdentityClient(describeAccount)
  const [codesLeft, isPasswordSet] = await Promise.all([
    countRecoveryCodes(account.factors.length > 0),
    hasPassword(),
  ])
  const providers = account.providers.filter((id) => id !== 'password' || isPasswordSet)
  return { ...account, providers, codesLeft }
}

/** The SDK lists the provider `password` for mailed links, too. */
async function hasPassword(): Promise<boolean> {
  const { users } = await callProvider('v1/accounts:lookup')
  return Array.isArray(users) && typeof users[0]?.passwordHash === 'string'
}

async function describeAccount(client: IdentityClient): Promise<Omit<OwnAccount, 'codesLeft'>> {
  const { user, factors } = await client.account()
  const { signInSecondFactor } = await client.claims()
  return {
    email: emailOf(user),
    isVerified: user.emailVerified,
    providers: user.providerData.map(({ providerId }) => providerId),
    factors: factors.map(describeFactor),
    usedSecondFactor: signInSecondFactor !== null,
  }
}

function emailOf({ email }: User): string {
  if (!email) throw new SignInError('email-missing')
  return email
}

function describeFactor(info: MultiFactorInfo): EnrolledFactor {
  const number = 'phoneNumber' in info && typeof info.phoneNumber === 'string' ? info.phoneNumber : null
  return {
    id: info.uid,
    kind: info.factorId === 'phone' ? 'phone' : 'totp',
    label: info.displayName || number,
    enrolledAt: new Date(info.enrollmentTime).toISOString(),
  }
}

export function startTotp(storeName: string): Promise<{ secret: TotpSecret; uri: string }> {
  return withIdentityClient(async (client) => {
    const secret = await client.startTotp()
    return { secret, uri: secret.generateQrCodeUrl(client.user()?.email ?? '', storeName) }
  })
}

/** Deletes the account at the store, which removes it at the provider, and signs out. Throws as the endpoint does. */
export async function deleteAccount(email: string): Promise<void> {
  const idToken = await withIdentityClient((client) => client.idToken(false))
  await anonymousApi.deleteAccount({ params: { email } }, bearer(idToken))
  await leaveSession()
}

/** Makes ten recovery codes, returned only now; older ones stop working. Needs a recent sign-in. */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes: codes } = await callProvider('v2/accounts/recoveryCodes:generate')
  if (!Array.isArray(codes)) throw new Error('The provider returned no recovery codes')
  return codes.filter((code) => typeof code === 'string')
}

async function countRecoveryCodes(hasSecondFactor: boolean): Promise<number | null> {
  const { identity } = await anonymousApi.getConfig()
  if (identity.mode !== 'embedded') return null
  return hasSecondFactor ? Number((await callProvider('v2/accounts/recoveryCodes:count')).remaining ?? 0) : 0
}

/** Runs a change of how the account signs in, then exchanges the ID token: the change may end the store's token. */
export function changeAccount(change: (client: IdentityClient) => Promise<unknown>): Promise<void> {
  return withIdentityClient(async (client) => {
    await change(client)
    // The change is made even if this fails; a call that the store then refuses exchanges again, and can show the failure.
    await exchangeForStoreToken(readToken()?.persistence ?? 'local').catch(() => undefined)
  })
}

type Path = 'v1/accounts:lookup' | 'v2/accounts/recoveryCodes:generate' | 'v2/accounts/recoveryCodes:count'

async function callProvider(path: Path): Promise<Record<string, unknown>> {
  const [idToken, { identity }] = await Promise.all([
    withIdentityClient((client) => client.idToken(false)),
    anonymousApi.getConfig(),
  ])
  const host = identity.mode === 'embedded' ? '/identity' : 'https://identitytoolkit.googleapis.com'
  const response = await fetch(`${host}/${path}?key=${encodeURIComponent(identity.apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
  }).catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  if (!response.ok) throw toProviderError(path, await response.text())
  return response.json()
}

function toProviderError(path: Path, body: string): Error {
  const isTooOld = body.includes('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  return Object.assign(new Error(`${path}: ${body}`), isTooOld && { code: 'auth/requires-recent-login' })
}

/** The user re-authenticates after this time: the provider counts a sign-in as recent for five minutes. */
const RECENT_MS = 4 * 60_000

export async function isSignInRecent(): Promise<boolean> {
  const { authTime } = await withIdentityClient((client) => client.claims())
  return Math.abs(Date.now() - Date.parse(authTime)) < RECENT_MS
}

/** Call it straight from a click if it opens a popup: browsers block others. */
export function reauthenticate(first: FirstFactor): Promise<SignInResult> {
  return runFactors(first, replaceSignIn)
}

/** To the store a re-authentication is a new sign-in, which replaces the one before: that one ends. */
async function replaceSignIn(): Promise<void> {
  const former = readToken()
  await exchangeForStoreToken(former?.persistence ?? 'local')
  const id = former?.signInId
  if (!id || id === readToken()?.signInId) return
  // if this fails, the former one stays in the list of the account page, where it can be ended
  await browserApi.endSignIn({ params: { id } }).catch(() => undefined)
}
