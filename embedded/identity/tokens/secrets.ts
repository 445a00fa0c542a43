import { createHash, randomBytes, randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A uid as Firebase makes them: 28 letters and digits. */
export function newUid(): string {
  return Array.from({ length: 28 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** 256 random bits for tokens, codes and grants. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret, so that a copy of it opens nothing. */
export function digest(...secret: string[]): string {
  return createHash('sha256').update(JSON.stringify(secret)).digest('base64url')
}

/** Six digits that a person types from a mail. */
export function newMailCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}
