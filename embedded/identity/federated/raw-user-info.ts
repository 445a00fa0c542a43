import type { WindowMethod } from '#contract/users/identity-methods.ts'
import type { OutsidePerson } from './outside-person.ts'

/** The provider's own profile, in its own words: the SDK shows it as "additional user info". */
export function rawUserInfo(method: WindowMethod, person: OutsidePerson): string {
  return JSON.stringify(describe[method](person))
}

/** Values that are null become absent. */
const told = (value: string | null) => value ?? undefined

const describe: Record<WindowMethod, (person: OutsidePerson) => object> = {
  google: ({ rawId, email, emailVerified, name, photoUrl }) => ({
    granted_scopes:
      'openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email',
    id: rawId,
    name: told(name),
    picture: told(photoUrl),
    verified_email: emailVerified,
    locale: 'en',
    email: told(email),
  }),
  facebook: ({ rawId, email, name, photoUrl }) => ({
    id: rawId,
    name: told(name),
    email: told(email),
    ...(photoUrl ? { picture: { data: { url: photoUrl } } } : {}),
  }),
  github: ({ rawId, email, name, photoUrl, screenName }) => ({
    id: Number(rawId),
    login: told(screenName),
    name: told(name),
    email: told(email),
    avatar_url: told(photoUrl),
  }),
  twitter: ({ rawId, email, name, photoUrl, screenName }) => ({
    id_str: rawId,
    screen_name: told(screenName),
    name: told(name),
    email: told(email),
    profile_image_url_https: told(photoUrl),
  }),
  custom: ({ rawId, email, emailVerified, name, photoUrl, screenName }) => ({
    sub: rawId,
    email: told(email),
    email_verified: emailVerified,
    name: told(name),
    picture: told(photoUrl),
    preferred_username: told(screenName),
  }),
}
