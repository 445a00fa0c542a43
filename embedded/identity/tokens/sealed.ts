import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Identity } from '../identity.ts'

const [IV_BYTES, TAG_BYTES] = [12, 16]

/** Encrypts (AES-256-GCM) what must be read again; it opens for the same `owner` only. */
export function seal({ encryptionSecret }: Identity, owner: string, plain: Buffer): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(encryptionSecret), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws where secret or owner are not those it was sealed with. */
export function unseal({ encryptionSecret }: Identity, owner: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv('aes-256-gcm', keyOf(encryptionSecret), iv)
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

function keyOf(secret: string): Buffer {
  return createHash('sha256').update(`identity:${secret}`).digest()
}
