import * as openid from 'openid-client'
import type { Identity } from '../identity.ts'
import type { OutsideClaims } from './outside-person.ts'
import type { AddressClaims } from './outside-providers.ts'

export type OutsideProfile = { claims: OutsideClaims; address: AddressClaims }

export type OauthClient = {
  startAt(flow: Flow, options: { isReauthentication: boolean }): Promise<URL>
  /** Exchanges the code in the callback's `url` and reads the user's profile. */
  readPerson(url: URL, flow: Flow): Promise<OutsideProfile>
}
/** Random values that bind the callback to the authorization request; used once. */
export type Flow = { state: string; codeVerifier: string; idTokenNonce: string }

export const CALLBACK_PATH = '/identity/oauth/callback'
export const TIMEOUT_SECONDS = 10

export function newFlow(): Flow {
  return {
    state: openid.randomState(),
    codeVerifier: openid.randomPKCECodeVerifier(),
    idTokenNonce: openid.randomNonce(),
  }
}

export async function authorizationParameters({ origin }: Identity, { state, codeVerifier }: Flow) {
  return {
    redirect_uri: `${origin}${CALLBACK_PATH}`,
    response_type: 'code',
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }
}

export function fetchOf({ fetch }: Identity): openid.CustomFetch {
  return (url, { body, ...options }) =>
    fetch(url, { ...options, body: body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null) })
}
