import { emailSchema } from '#contract/fields.ts'

/** A person as an outside identity provider tells of them; only the id is always there. */
export type OutsidePerson = {
  rawId: string
  email: string | null
  /** Somebody whose word counts for this very address says that it is theirs. */
  emailVerified: boolean
  name: string | null
  photoUrl: string | null
  /** The public handle, where the provider has such. */
  screenName: string | null
}

/** What a provider said, before anything of it is believed. */
export type OutsideClaims = {
  id: string
  email?: unknown
  name?: unknown
  photoUrl?: unknown
  screenName?: unknown
}

/** Names and photos end up in every ID token, which must fit into a header. */
const NAME_MAX_LENGTH = 256
const PHOTO_MAX_LENGTH = 2048

/** Takes of a provider's words what can be stored and shown; what cannot counts as not said. Verified is another's word. */
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
