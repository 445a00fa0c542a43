import type { Identity } from '../identity.ts'

type Link = { mode: string; secret: string; continueUrl?: string | null | undefined }

export function linkTo({ origin, apiKey }: Identity, { mode, secret, continueUrl }: Link): string {
  const query = new URLSearchParams({ mode, oobCode: secret, apiKey })
  if (continueUrl) query.set('continueUrl', continueUrl)
  return `${origin}/reset-password?${query}`
}

/** A sign-in link opens the page that requested it, which passes the whole URL to the SDK. */
export function signInLink({ apiKey }: Identity, continueUrl: string, secret: string): string {
  const link = new URL(continueUrl)
  for (const [name, value] of Object.entries({ mode: 'signIn', oobCode: secret, apiKey })) {
    link.searchParams.set(name, value)
  }
  return link.href
}
