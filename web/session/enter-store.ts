import { signInTexts as texts } from '#contract/messages/sign-in.ts'
import { anonymousApi } from '../api/browser-api.ts'
import { notify } from '../ui/notice.tsx'
import { actInSteps } from './act-in-steps.ts'
import type { IdentityClient } from './identity-client.ts'
import { providerName } from './provider-name.ts'
import { tradeAnew } from './session.ts'
import type { Keep } from './stored-token.ts'

/** Signs in by an act, of one step or two, and stores the access token. `remember`: it outlives the browser. */
export function signIn(remember: boolean, act: (client: IdentityClient) => Promise<void>): Promise<void> {
  const keep: Keep = remember ? 'local' : 'session'
  return actInSteps({
    async act(client) {
      await client.keepIn(keep)
      await act(client)
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

/** The sign-in itself has worked, whatever comes of what was to be linked to it. */
async function linkWaiting(client: IdentityClient): Promise<void> {
  const method = client.waiting()
  if (!method) return
  const isLinked = await client.linkWaiting().catch(() => false)
  const { identity } = await anonymousApi.getConfig()
  const provider = providerName(method, identity)
  if (isLinked) notify({ text: texts.linked(provider) })
  else notify({ text: texts.notLinked(provider), tone: 'bad' })
}
