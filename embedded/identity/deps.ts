import type { FastifyRequest } from 'fastify'
import type { IdentityMethod, WindowMethod } from '#contract/users/identity-methods.ts'
import type { Db } from '#database/open.ts'

/** `secretSeconds`: how long the link or code in it works. */
type OutgoingMail = { to: string; subject: string; text: string; secretSeconds?: number }
type OutgoingSms = { to: string; text: string }
export type ListedMail = Omit<OutgoingMail, 'secretSeconds'> & { id: string; createdAt: Date }

export type IdentityLimits = {
  /** New accounts an hour from one address. */
  signUpsPerHour: number
  /** Wrong passwords an hour from one address before the waits begin. */
  signInFailuresPerHour: number
  /** Mails an hour to one mailbox. */
  mailsPerHour: number
  /** Mails an hour asked for from one address. */
  mailsPerAddressPerHour: number
  /** Text messages an hour to one number. */
  smsPerHour: number
  /** Text messages an hour asked for from one address. */
  smsPerAddressPerHour: number
}

/** What hashing one password costs, in argon2id's terms; memory in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

export type OutsideClient = { id: string; secret: string }

/** Sign-ins of an account that count no more: all from before `at`, but the one whose `sid` goes on. */
type EndedSignIns = { uid: string; at: Date; goesOn?: string | undefined }

export type IdentityDeps = {
  db: Db
  /** Where visitors reach the store, e.g. `http://localhost:3000`; the issuer is `${origin}/identity`. */
  origin: string
  projectId: string
  apiKey: string
  /** Host names that links in mails and the popup may lead back to, subdomains included. */
  authorizedDomains: string[]
  /** What is on; all else answers OPERATION_NOT_ALLOWED. */
  methods: readonly IdentityMethod[]
  /** The shop's own outside provider; an address at a trusted domain is its word's worth. */
  custom: {
    providerId: string
    name: string
    issuer?: string | undefined
    /** Where it wants the client's secret, if it does not take it where it says. */
    secretIn?: 'header' | 'body' | undefined
    trustedDomains: readonly string[]
  }
  /** What outside providers gave the shop when it registered there. */
  clients: Partial<Record<WindowMethod, OutsideClient>>
  /** Reaches the outside providers. */
  fetch: typeof fetch
  /** Practice accounts and the list of mails exist in demo mode only. */
  demo: boolean
  /** Encrypts the secrets of second factors; another one makes them unusable. */
  encryptionSecret: string
  passwordMinLength: number
  /** Absent in every store: a cheaper one is for tests that hash thousands. */
  passwordCost?: PasswordCost
  /** Runs the hashing of passwords, a few at a time; throws where too many wait. Absent: at once. */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>
  /** On: no answer tells whether an address has an account. */
  emailPrivacy: boolean
  now: () => Date
  sendMail(db: Db, mail: OutgoingMail): Promise<void>
  /**
   * Told, in the transaction that does it, that a new password or address, a link that takes a change back, a proven
   * owner or the account's deletion ended sign-ins.
   */
  onSignInsEnded(db: Db, ended: EndedSignIns): Promise<void>
  /** The gateway for text messages; without one, methods that need them answer OPERATION_NOT_ALLOWED. */
  sendSms?: (db: Db, sms: OutgoingSms) => Promise<void>
  /** Mails and text messages. */
  listMail(): Promise<ListedMail[]>
  /** Takes a point of `key`; answers the seconds to wait once all are taken. */
  limit(key: string, rule: { points: number; seconds: number }): Promise<number | undefined>
  /** The caller's address, or undefined where it must not count (loopback in demo mode). */
  trustedAddress(request: FastifyRequest): string | undefined
  limits: IdentityLimits
}

/** The one way into identity that is not its public HTTP: what the store's admins may do to an account. */
export type IdentityAdmin = {
  /** The verified addresses of these accounts, by uid. */
  verifiedEmails(uids: string[]): Promise<Map<string, string>>
  /** Refuses sign-in and ends every session; an unknown uid changes nothing. */
  disable(uid: string): Promise<void>
  /** Allows sign-in again; sessions from before stay ended. */
  enable(uid: string): Promise<void>
  remove(uid: string): Promise<void>
  /** Ends the sessions of one sign-in; an unknown one changes nothing. */
  endSession(uid: string, sid: string): Promise<void>
  /** Ends all others, and sign-ins begun that wait for a second factor. */
  endOtherSessions(uid: string, sid: string): Promise<void>
  /** Whether the account has that address, and proved it. */
  isVerified(db: Db, mailbox: { uid: string; email: string }): Promise<boolean>
  /** Makes a link, good for `seconds`, that verifies the address; nothing where the account has another one. */
  verificationLink(
    db: Db,
    mailbox: { uid: string; email: string },
  ): Promise<{ link: string; seconds: number } | undefined>
}
