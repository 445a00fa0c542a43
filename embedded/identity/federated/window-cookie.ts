import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../identity.ts'
import { OAUTH_FLOW_SECONDS } from '../tokens/lifetimes.ts'
import { newSecret } from '../tokens/secrets.ts'

/*
 * Only the browser that left for a provider may come back: otherwise somebody could be handed the end of a
 * stranger's sign-in. Windows side by side share the cookie.
 */
const PATH = '/identity'
const SECRET = /^[\w-]{43}$/

/** The browser's secret, made and sent where it has none. */
export function keepBrowser(identity: Identity, request: FastifyRequest, reply: FastifyReply): string {
  const browser = readBrowser(identity, request) ?? newSecret()
  const cookie = `${nameFor(identity)}=${browser}; Path=${PATH}; Max-Age=${OAUTH_FLOW_SECONDS}; HttpOnly; SameSite=Lax`
  reply.header('set-cookie', isSecure(identity) ? `${cookie}; Secure` : cookie)
  return browser
}

export function readBrowser(identity: Identity, { headers }: FastifyRequest): string | undefined {
  const prefix = `${nameFor(identity)}=`
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? []
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length)
  return value && SECRET.test(value) ? value : undefined
}

function nameFor(identity: Identity): string {
  return isSecure(identity) ? '__Secure-identity-window' : 'identity-window'
}

function isSecure({ origin }: Identity): boolean {
  return origin.startsWith('https:')
}
