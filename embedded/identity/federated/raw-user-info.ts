import type { WindowMethod } from '#contract/users/identity-methods.ts'
import type { OutsidePerson } from './outside-person.ts'

/** The profile in the provider's own format, which the SDK returns as "additional user info". */
export function rawUserInfo(method: WindowMethod, person: OutsidePerson): string {
  return JSON.stringify(describe[method](person))
}

const orAbsent = (value: string | null) => value ?? undefined

const describe: Record<WindowMethod, (person: OutsidePerson) => object> = {
  google: ({ rawId, email, emailVerified, name, photoUrl }) => ({
    granted_scopes:
      'openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email',
    id: rawId,
    name: orAbsent(name),
    picture: orAbsent(photoUrl),
    verified_email: emailVerified,
    locale: 'en',
    email: orAbsent(email),
  }),
  facebook: ({ rawId, email, name, photoUrl }) => ({
    id: rawId,
    name: orAbsent(name),
    email: orAbsent(email),
    ...(photoUrl ? { picture: { data: { url: photoUrl } } } : {}),
  }),
  github: ({ rawId, email, name, photoUrl, screenName }) => ({
    id: Number(rawId),
    login: orAbsent(screenName),
    name: orAbsent(name),
    email: orAbsent(email),
    avatar_url: orAbsent(photoUrl),
  }),
  twitter: ({ rawId, email, name, photoUrl, screenName }) => ({
    id_str: rawId,
    screen_name: orAbsent(screenName),
    name: orAbsent(name),
    email: orAbsent(email),
    profile_image_url_https: orAbsent(photoUrl),
  }),
  custom: ({ rawId, email, emailVerified, name, photoUrl, screenName }) => ({
    sub: rawId,
    email: orAbsent(email),
    email_verified: emailVerified,
    name: orAbsent(name),
    picture: orAbsent(photoUrl),
    preferred_username: orAbsent(screenName),
  }),
}
