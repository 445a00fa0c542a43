import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

export const ID_TOKEN_SECONDS = 3600
export const SESSION_SECONDS = 365 * 86_400
export const SESSION_UNUSED_SECONDS = 180 * 86_400
export const MAIL_CODE_SECONDS = 3600
/** Links in notices, which may be read after a weekend. */
export const NOTICE_CODE_SECONDS = 3 * 86_400
export const RECENT_SIGN_IN_SECONDS = 300
export const SMS_CODE_SECONDS = 300
export const PHONE_PROOF_SECONDS = 3600
export const MFA_ENROLLMENT_SECONDS = 600
export const MFA_PENDING_SECONDS = 600
/** Long enough to reset a password at the external provider. */
export const OAUTH_FLOW_SECONDS = 1800
/** A grant is the result of an external sign-in. A pending one links it after a conflict, once the owner has signed in. */
export const GRANT_SECONDS = 120
export const PENDING_GRANT_SECONDS = 600
export const DEMO_CODE_SECONDS = 600

export function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000)
}

/** The whole second of `at`, by the database's clock if that is earlier: what other instances issue by theirs must count. */
export function noLaterThanDatabase(at: Date): RawBuilder<Date> {
  return sql<Date>`date_trunc('second', least(${at}::timestamptz, now()))`
}

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newUid(): string {
  return Array.from({ length: 28 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function digest(...values: string[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

export function newSixDigitCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

type Encryption = { encryptionSecret: string }

const IV_BYTES = 12
const TAG_BYTES = 16

export function encrypt({ encryptionSecret }: Encryption, owner: string, plain: Buffer): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(encryptionSecret), iv).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Throws for another secret or owner, or a changed text. */
export function decrypt({ encryptionSecret }: Encryption, owner: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  const iv = bytes.subarray(0, IV_BYTES)
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(encryptionSecret), iv)
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

function keyOf(secret: string): Buffer {
  return createHash('sha256').update(`identity:${secret}`).digest()
}
