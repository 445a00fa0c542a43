import type { output } from 'zod/mini'
import type { profileSchema, User } from '#contract/users/users.ts'
import { browserApi } from '../../api/browser-api.ts'
import { SignInError } from '../session/provider/sign-in-error.ts'
import { connectSession, showProfile } from '../session/session.ts'
import { saveIdentityProfile } from '../session/sign-in.ts'

type Changes = output<typeof profileSchema>

/** Saves what changed of the own profile. Throws `no-user` when nobody is signed in. */
export async function saveProfile(changes: Changes): Promise<User> {
  const user = await connectSession()
  if (!user?.email) throw new SignInError('no-user')
  const saved = await browserApi.updateUser({ params: { email: user.email }, body: changes })
  showProfile(saved)
  return saved
}

/** The same with name and photo, which the identity provider holds too. */
export async function saveWholeProfile(changes: Changes): Promise<User> {
  const saved = await saveProfile(changes)
  await saveIdentityProfile({ displayName: saved.displayName ?? '', photoURL: saved.photoURL })
  return saved
}
