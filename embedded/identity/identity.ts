import type { FastifyRequest } from 'fastify'
import type { IdentityMethod, PopupMethod } from '#contract/platform/auth/identity-methods.ts'
import type { Db } from '#database/open.ts'
import type { ToolkitBody } from './http/toolkit-request.ts'
import type { PasswordCost, Passwords } from './password/passwords.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'

type OutgoingMail = { to: string; subject: string; text: string; secretSeconds?: number }
export type ListedMail = Omit<OutgoingMail, 'secretSeconds'> & { id: string; createdAt: Date }

export type IdentityLimits = {
  signUpsPerHour: number
  signInFailuresPerHour: number
  mailsPerHour: number
  mailsPerIpAddressPerHour: number
  smsPerHour: number
  smsPerIpAddressPerHour: number
}

export type ClientCredentials = { id: string; secret: string }

export type IdentityDeps = {
  db: Db
  /** The store's public origin, e.g. `http://localhost:3000`; the issuer is `${origin}/identity`. */
  origin: string
  projectId: string
  apiKey: string
  authorizedDomains: string[]
  methods: readonly IdentityMethod[]
  custom: {
    providerId: string
    name: string
    issuer?: string | undefined
    /** Where the provider expects the client's secret; overrides its discovery document. */
    clientAuthMethod?: 'header' | 'body' | undefined
    trustedDomains: readonly string[]
  }
  clients: Partial<Record<PopupMethod, ClientCredentials>>
  fetch: typeof fetch
  demo: boolean
  /** Encrypts TOTP secrets and external sign-ins in progress; hashed into recovery codes. A change makes them unusable. */
  encryptionSecret: string
  passwordMinLength: number
  passwordCost?: PasswordCost
  limitConcurrency?: <T>(work: () => Promise<T>) => Promise<T>
  /** Hides whether an address has an account, but not from sign-ups, changes of address and external sign-ins. */
  emailPrivacy: boolean
  now: () => Date
  /** The clock of the database, which all instances share: failed attempts count by it. */
  databaseNow: () => Date
  sendMail(db: Db, mail: OutgoingMail): Promise<void>
  /** Called in the transaction of `endSignIns`: ends the user's sign-ins at the store, except `continuedSid`. */
  onSignInsEnded(db: Db, ended: { uid: string; at: Date; continuedSid?: string | undefined }): Promise<void>
  sendSms?: (db: Db, sms: { to: string; text: string }) => Promise<void>
  listMail(): Promise<ListedMail[]>
  /** Consumes a point of a rate limit; resolves with the seconds to wait if none is left. */
  limit(key: string, rule: { points: number; seconds: number }): Promise<number | undefined>
  /** The client's IP address, or undefined where limits by IP address do not apply (loopback in demo mode). */
  trustedIpAddress(request: FastifyRequest): string | undefined
  limits: IdentityLimits
}

export type Identity = IdentityDeps & { keys: SigningKeys; passwords: Passwords }

/** Who calls: the network, where limits by IP address apply, and the random id of the browser, if it sends one. */
export type Client = { ipAddress: string | undefined; device?: string | undefined }
export type ToolkitCall = Client & { body: ToolkitBody }
export type Operation = (identity: Identity, call: ToolkitCall) => Promise<object>

/** The store's name in mails and SMS: without scheme, so that fewer mail programs turn it into a link. */
export function hostOf({ origin }: Identity): string {
  return new URL(origin).host
}
