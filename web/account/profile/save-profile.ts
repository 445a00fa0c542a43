import type { output } from 'zod/mini'
import type { profileSchema, User } from '#contract/users/users.ts'
import { browserApi } from '../../api/browser-api.ts'
import { connectSession, showProfile, withIdentityClient } from '../session/session.ts'
import { SignInError } from '../session/sign-in-error.ts'

type Changes = output<typeof profileSchema>

/** Saves the changes of the user's own profile. Throws `no-user` when nobody is signed in. */
export async function saveProfile(changes: Changes): Promise<User> {
  const user = await connectSession()
  if (!user?.email) throw new SignInError('no-user')
  const saved = await browserApi.updateUser({ params: { email: user.email }, body: changes })
  showProfile(saved)
  return saved
}

/** The same with name and photo, which the identity provider stores, too. */
export async function saveWholeProfile(changes: Changes): Promise<void> {
  const saved = await saveProfile(changes)
  await withIdentityClient(async (client) => {
    if (!client.user()) throw new SignInError('no-user')
    // The protocol clears a photo by an empty text; a null leaves it.
    await client.saveProfile({ displayName: saved.displayName ?? '', photoURL: saved.photoURL ?? '' })
    await client.idToken(true)
  })
}
