/** A deterministic pseudo-random 32-bit number. Modelled on MurmurHash3's finalizer. */
export function mix(value: number, salt: number): number {
  let hash = Math.imul(value ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x27d4eb2f)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** A deterministic pseudo-random number from 0 to below 1. */
export function randomShare(value: number, salt: number): number {
  return mix(value, salt) / 0x1_0000_0000
}
