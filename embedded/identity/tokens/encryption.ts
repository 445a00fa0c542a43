import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Identity } from '../identity.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM; `owner` is authenticated data, required for decryption. */
export function encrypt({ encryptionSecret }: Identity, owner: string, plain: Buffer): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(encryptionSecret), iv).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Throws for another secret or owner. */
export function decrypt({ encryptionSecret }: Identity, owner: string, text: string): Buffer {
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
