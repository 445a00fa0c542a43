import * as z from 'zod'
import type { WindowMethod } from '#contract/users/identity-methods.ts'

/** The credentials of the shop at an outside provider. */
export type OutsideClient = { id: string; secret: string }

const text = z.string().min(1).optional()
const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'names domains, with commas')

/** The variables of sign-in at outside providers. */
export const outsideVariables = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  FACEBOOK_CLIENT_ID: text,
  FACEBOOK_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  TWITTER_CLIENT_ID: text,
  TWITTER_CLIENT_SECRET: text,
  OIDC_ISSUER: z.url().refine(isSafeAddress, 'is an https address, or one of this machine').optional(),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_SECRET_IN: z.enum(['header', 'body']).optional(),
  OIDC_NAME: z.string().min(1).max(40).default('OpenID'),
  OIDC_PROVIDER_ID: z
    .string()
    .regex(/^oidc\.[a-z0-9-]{1,40}$/, 'is oidc. and a name of lower-case letters, digits, -')
    .default('oidc.custom'),
  OIDC_TRUSTED_DOMAINS: z
    .string()
    .toLowerCase()
    .transform((value) => value.split(',').map((name) => name.trim()))
    .pipe(z.array(domain))
    .default([]),
}
const shape = z.object(outsideVariables)
type Outside = z.infer<typeof shape>

const needed: Record<WindowMethod, readonly (keyof Outside)[]> = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  facebook: ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  github: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  twitter: ['TWITTER_CLIENT_ID', 'TWITTER_CLIENT_SECRET'],
  custom: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
}

/** The variables that the method still lacks. */
export function missingVariables(env: Outside, method: WindowMethod): string[] {
  return needed[method].filter((name) => !env[name])
}

/** The missing variables of providers that have only some of theirs. */
export function missingOfPartial(env: Outside): string[] {
  return Object.values(needed).flatMap((names) => {
    const missing = names.filter((name) => !env[name])
    return missing.length < names.length ? missing : []
  })
}

/** The shop's registrations by method, for the methods whose variables are all set. */
export function outsideClients(env: Outside): Partial<Record<WindowMethod, OutsideClient>> {
  const pairs = {
    google: [env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET],
    facebook: [env.FACEBOOK_CLIENT_ID, env.FACEBOOK_CLIENT_SECRET],
    github: [env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET],
    twitter: [env.TWITTER_CLIENT_ID, env.TWITTER_CLIENT_SECRET],
    custom: [env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET],
  }
  return Object.fromEntries(
    Object.entries(pairs).flatMap(([method, [id, secret]]) =>
      id && secret ? [[method, { id, secret }]] : [],
    ),
  )
}

/** The shop's own provider, configured or not: a demo shows it in any case. */
export function customProvider(env: Outside) {
  return {
    providerId: env.OIDC_PROVIDER_ID,
    name: env.OIDC_NAME,
    issuer: env.OIDC_ISSUER,
    secretIn: env.OIDC_SECRET_IN,
    trustedDomains: env.OIDC_TRUSTED_DOMAINS,
  }
}

/** Whether traffic to the address cannot be read or changed on the way: https, or this machine. */
export function isSafeAddress(value: string): boolean {
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname))
}
