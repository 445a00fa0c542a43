import { createHash, randomBytes, randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newUid(): string {
  return Array.from({ length: 28 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** 256 random bits for tokens, codes and grants. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash of a secret, which is stored in its place. */
export function digest(...secret: string[]): string {
  return createHash('sha256').update(JSON.stringify(secret)).digest('base64url')
}

export function newMailCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}
