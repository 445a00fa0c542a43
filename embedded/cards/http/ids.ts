import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new id as the card provider writes them: prefix, underscore, random letters and digits. */
export function newCardId(prefix: 'pi' | 'ch' | 'pm' | 're' | 'du' | 'txn' | 'evt' | 'req'): string {
  return `${prefix}_${randomText(prefix === 'req' ? 14 : 24)}`
}

/** Unguessable letters and digits, almost six bits each. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}

/** False for a text that no id can be, such as one that a database column cannot hold. */
export function isCardId(text: string): boolean {
  return /^[a-z]{2,4}_[A-Za-z0-9]{1,64}$/.test(text)
}
