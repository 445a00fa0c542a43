import { createHmac, timingSafeEqual } from 'node:crypto'

/** The parameters that common authenticator apps support (RFC 6238). */
export const TOTP = { hashingAlgorithm: 'SHA1', verificationCodeLength: 6, periodSec: 30 } as const
export const TOTP_SECRET_BYTES = 20
/** Steps accepted before and after the current one, for clocks that differ. */
const STEPS_AROUND = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function totpCode(secret: Buffer, step: number, digits: number = TOTP.verificationCodeLength): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / TOTP.periodSec)
}

/** The step that a code belongs to, if it is accepted at this time. */
export function matchStep(secret: Buffer, code: string, at: Date): number | undefined {
  const current = stepAt(at)
  const given = Buffer.from(code)
  const steps = Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, index) => current - STEPS_AROUND + index)
  return steps.find((step) => {
    const right = Buffer.from(totpCode(secret, step))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
