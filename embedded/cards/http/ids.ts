import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newCardId(prefix: 'pi' | 'ch' | 'pm' | 're' | 'du' | 'txn' | 'evt' | 'req'): string {
  return `${prefix}_${randomText(prefix === 'req' ? 14 : 24)}`
}

/** Cryptographically random letters and digits, almost six bits each. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}

/** Guards queries against text that PostgreSQL cannot store. */
export function isCardId(text: string): boolean {
  return /^[a-z]{2,4}_[A-Za-z0-9]{1,64}$/.test(text)
}
