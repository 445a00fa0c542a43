import * as openid from 'openid-client'
import type { Identity } from '../identity.ts'
import type { Told } from './oauth-sites.ts'

/** A provider that the shop is registered with: where to send people, and who came back. */
export type OauthClient = {
  /** The address at the provider that asks the person; nothing is sent yet. */
  startAt(flow: Flow, options: { isReauthentication: boolean }): Promise<URL>
  /** Trades the code that came back, and reads whose it is. `url` is the address that they came back to. */
  readPerson(url: URL, flow: Flow): Promise<Told>
}
/** What ties the answer to the question: all of it is random, and used once. */
export type Flow = { state: string; codeVerifier: string; idTokenNonce: string }

export const CALLBACK_PATH = '/identity/oauth/callback'
/** Longer than this no provider is waited for. */
export const TIMEOUT_SECONDS = 10

export function newFlow(): Flow {
  return {
    state: openid.randomState(),
    codeVerifier: openid.randomPKCECodeVerifier(),
    idTokenNonce: openid.randomNonce(),
  }
}

/** What every provider is asked: to send the person back here with a code that only this store can trade. */
export async function question({ origin }: Identity, { state, codeVerifier }: Flow) {
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
