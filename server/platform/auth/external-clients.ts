import * as z from 'zod'
import type { PopupMethod } from '#contract/platform/auth/identity-methods.ts'

export type ExternalClient = { id: string; secret: string }

const text = z.string().min(1).optional()
const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'lists domains, separated by commas')

export const externalVariables = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  FACEBOOK_CLIENT_ID: text,
  FACEBOOK_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  TWITTER_CLIENT_ID: text,
  TWITTER_CLIENT_SECRET: text,
  OIDC_ISSUER: z.url().refine(isSafeAddress, 'is an https address, or http on this machine').optional(),
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
const externalSchema = z.object(externalVariables)
type ExternalEnvironment = z.infer<typeof externalSchema>

const prefixes = {
  google: 'GOOGLE',
  facebook: 'FACEBOOK',
  github: 'GITHUB',
  twitter: 'TWITTER',
  custom: 'OIDC',
} as const satisfies Record<PopupMethod, string>
const methods = ['google', 'facebook', 'github', 'twitter', 'custom'] as const

function namesOf(method: PopupMethod): (keyof ExternalEnvironment)[] {
  const prefix = prefixes[method]
  const issuer = method === 'custom' ? (['OIDC_ISSUER'] as const) : []
  return [...issuer, `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]
}

export function missingVariables(env: ExternalEnvironment, method: PopupMethod): string[] {
  return namesOf(method).filter((name) => !env[name])
}

export function missingOfIncompleteClients(env: ExternalEnvironment): string[] {
  return methods.flatMap((method) => {
    const missing = missingVariables(env, method)
    return missing.length < namesOf(method).length ? missing : []
  })
}

export function externalClients(env: ExternalEnvironment): Partial<Record<PopupMethod, ExternalClient>> {
  const clients: Partial<Record<PopupMethod, ExternalClient>> = {}
  for (const method of methods) {
    const id = env[`${prefixes[method]}_CLIENT_ID`]
    const secret = env[`${prefixes[method]}_CLIENT_SECRET`]
    if (id && secret) clients[method] = { id, secret }
  }
  return clients
}

export function customProvider(env: ExternalEnvironment) {
  return {
    providerId: env.OIDC_PROVIDER_ID,
    name: env.OIDC_NAME,
    issuer: env.OIDC_ISSUER,
    clientAuthMethod: env.OIDC_SECRET_IN,
    trustedDomains: env.OIDC_TRUSTED_DOMAINS,
  }
}

/** Whether traffic to the address cannot be read or changed on the way: https, or http to `localhost` or `127.0.0.1`. */
export function isSafeAddress(value: string): boolean {
  const { protocol, hostname } = URL.parse(value) ?? { protocol: '', hostname: '' }
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname))
}
