import { signInTexts as texts } from '#contract/messages/account/sign-in.ts'
import { anonymousApi } from '../../api/browser-api.ts'
import { notify } from '../../ui/notice.tsx'
import { actInSteps } from './act-in-steps.ts'
import type { IdentityClient } from './identity-client.ts'
import { LinkNeeded, type PendingLink } from './provider/link-needed.ts'
import { providerName } from './provider/provider-name.ts'
import { tradeAnew } from './session.ts'
import type { Keep } from './stored-token.ts'

/** What a window left to be linked: its owner's next sign-in, by whatever other way, does it. */
let waiting: PendingLink | undefined

/** Signs in by an act, of one step or two, and stores the access token. `remember`: it outlives the browser. */
export function signIn(remember: boolean, act: (client: IdentityClient) => Promise<void>): Promise<void> {
  const keep: Keep = remember ? 'local' : 'session'
  return actInSteps({
    async act(client) {
      await client.keepIn(keep)
      await act(client).catch(keepWaiting)
    },
    async finish(client) {
      await linkWaiting(client)
      await enterStore(client, keep)
    },
  })
}

/**
 * The way from the identity provider into the store. Who has no address yet stays signed in there alone: the
 * pages ask for one.
 */
export async function enterStore(client: IdentityClient, keep: Keep): Promise<void> {
  if (client.user()?.email === null) return
  try {
    await tradeAnew(keep)
  } catch (error) {
    // Without the store's own token nobody is signed in to the store.
    await client.signOut()
    throw error
  }
}

/** The outside account of a window is not to be linked after all. */
export function forgetWaiting(): void {
  waiting = undefined
}

function keepWaiting(error: unknown): never {
  if (error instanceof LinkNeeded) waiting = error.pending
  throw error
}

/** Nothing is linked to somebody else's address. The sign-in itself has worked, whatever comes of the link. */
async function linkWaiting(client: IdentityClient): Promise<void> {
  const found = waiting
  waiting = undefined
  if (!found || found.email !== client.user()?.email?.toLowerCase()) return
  const isLinked = await client.linkCredential(found.credential).then(
    () => true,
    () => false,
  )
  const { identity } = await anonymousApi.getConfig()
  const provider = providerName(found.method, identity)
  if (isLinked) notify({ text: texts.linked(provider) })
  else notify({ text: texts.notLinked(provider), tone: 'bad' })
}
