import { emailSchema } from '#contract/fields.ts'
import { NAME_MAX_LENGTH, PHOTO_MAX_LENGTH } from '../accounts/profile.ts'

/** The profile of a person at an outside identity provider; only the id is always present. */
export type OutsidePerson = {
  rawId: string
  email: string | null
  /** A provider that is trusted for this address has verified it; see `vouch`. */
  emailVerified: boolean
  name: string | null
  photoUrl: string | null
  screenName: string | null
}

export type OutsideClaims = {
  id: string
  email?: unknown
  name?: unknown
  photoUrl?: unknown
  screenName?: unknown
}

/** Keeps the claims that can be stored and displayed, and drops the rest. `vouch` decides whether the address is verified. */
export function readClaims({ id, email, name, photoUrl, screenName }: OutsideClaims): OutsidePerson {
  const address = emailSchema.safeParse(email)
  return {
    rawId: id,
    email: address.success ? address.data : null,
    emailVerified: false,
    name: readText(name),
    photoUrl: readPhoto(photoUrl),
    screenName: readText(screenName),
  }
}

function readText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.toWellFormed().replaceAll('\0', '').trim().slice(0, NAME_MAX_LENGTH).toWellFormed() || null
}

function readPhoto(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > PHOTO_MAX_LENGTH) return null
  const address = URL.parse(value)
  return address && /^https?:$/.test(address.protocol) ? address.href : null
}
