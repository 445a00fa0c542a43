import type { output } from 'zod/mini'
import { profileTexts as texts } from '#contract/people/users/profile-texts.ts'
import type { profileSchema, User } from '#contract/people/users/users.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { connectSession, showProfile, withIdentityClient } from '../../platform/auth/session.ts'
import { SignInError } from '../../platform/auth/sign-in-error.ts'
import { Field } from '../../platform/forms/field.tsx'

type Changes = output<typeof profileSchema>

export async function loadProfileSchema() {
  return (await import('#contract/people/users/users.ts')).profileSchema
}

export async function saveProfile(changes: Changes): Promise<User> {
  const user = await connectSession()
  if (!user?.email) throw new SignInError('no-user')
  const saved = await browserApi.updateUser({ params: { email: user.email }, body: changes })
  showProfile(saved)
  return saved
}

/** Saves the profile at the store, then name and photo at the identity provider, too. */
export async function saveProfileAndIdentity(changes: Changes): Promise<void> {
  const saved = await saveProfile(changes)
  await withIdentityClient(async (client) => {
    if (!client.user()) throw new SignInError('no-user')
    // the Identity Toolkit clears a name or photo by an empty text, and ignores null
    await client.saveProfile({ displayName: saved.displayName ?? '', photoURL: saved.photoURL ?? '' })
    // name and photo are in the ID token
    await client.idToken(true)
  })
}

const details = [
  { name: 'education', label: texts.education },
  { name: 'location', label: texts.location, autoComplete: 'address-level2' },
  { name: 'number', label: texts.number, type: 'tel', autoComplete: 'tel' },
  {
    name: 'linkedin',
    label: texts.linkedin,
    type: 'url',
    autoComplete: 'url',
    placeholder: 'https://www.linkedin.com/in/…',
  },
] as const

export function DetailFields({ profile }: { profile: User }) {
  return details.map((field) => (
    <Field key={field.name} {...field} defaultValue={profile[field.name] ?? ''} />
  ))
}
