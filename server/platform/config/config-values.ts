import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { identityMethods } from '#contract/platform/auth/identity-methods.ts'
import { serviceAccountSchema } from '../auth/firebase-admin.ts'
import { faultOfSmsBody } from '../mail/sms-gateway.ts'

/* The types of variables: what their text may be, and the value it becomes. */

export const flag = z
  .enum(['true', 'false', 'on', 'off', '1', '0'])
  .transform((value) => ['true', 'on', '1'].includes(value))
/** The number of proxies before the store; only what these added to X-Forwarded-For is trusted. */
export const hops = z.union(
  [
    flag.transform(Number),
    z
      .string()
      .regex(/^[2-9]$/)
      .transform(Number),
  ],
  { error: 'is true, false, or the number of proxies (up to 9)' },
)
export const port = z.coerce.number().int().min(0).max(65_535)
export const count = z.coerce.number().int().min(1).max(1_000_000)
/** A timeout; fractions are for tests. */
export const seconds = z.coerce.number().min(0.1).max(3600)
/** The address of a site, without anything behind its host and port; the value is its origin. */
export const siteAddress = z.url({ protocol: /^https?$/ }).transform((value, context) => {
  const url = new URL(value)
  if (url.pathname !== '/') context.addIssue('has a path; the store is served from the root of its address')
  else if (url.href !== `${url.origin}/`)
    context.addIssue('has more than a host and a port, such as https://parts.example.com:8443')
  return url.origin
})
/** "19" or "7.7" percent, in hundredths of a percent. */
export const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'is a percentage such as 19 or 7.7')
  .transform((text) => Math.round(Number(text) * 100))
  .pipe(z.number().max(10_000, 'is at most 100'))
export const secret = z.string().min(32, 'needs at least 32 characters')
/** The Firebase SDK rejects an API key or auth domain with a colon. */
export const noColon = z
  .string()
  .min(1)
  .regex(/^[^:]+$/, 'must not be empty or contain a colon')
export const stripeKey = (...kinds: string[]) =>
  z.string().regex(new RegExp(`^(${kinds.join('|')})_(test|live)_\\w+$`), {
    error: `starts with ${kinds.map((kind) => `${kind}_test_ or ${kind}_live_`).join(', ')}`,
  })
export const webhookSecrets = z
  .string()
  .regex(/^whsec_\w+(\s*,\s*whsec_\w+)*$/, 'starts with whsec_; several are separated by commas')
  .transform((value) => value.split(',').map((one) => one.trim()))
export const methodList = z.string().transform((value, context) => {
  const names = [...new Set(value.split(',').map((name) => name.trim()))]
  const methods = identityMethods.filter((method) => names.includes(method))
  if (methods.length === names.length) return methods
  context.addIssue({ code: 'custom', message: `lists any of ${identityMethods.join(', ')}, with commas` })
  return z.NEVER
})
/** The path of a key file; the value is its content. */
export const serviceAccountFile = z.string().transform((file, context) => {
  const account = serviceAccountSchema.safeParse(readJson(file))
  if (account.success) return account.data
  context.addIssue({ code: 'custom', message: 'is not the key file (JSON) of a service account' })
  return z.NEVER
})

export const smsBody = z.string().superRefine((value, context) => {
  const message = faultOfSmsBody(value)
  if (message) context.addIssue({ code: 'custom', message })
})

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

export function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

export function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}

export function isCurrency(value: string): boolean {
  return Intl.supportedValuesOf('currency').includes(value.toUpperCase())
}
