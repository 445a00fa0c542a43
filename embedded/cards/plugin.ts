import type { FastifyPluginAsync } from 'fastify'
import { serveBrowserFiles } from './browser/browser-files.ts'
import { serveControl } from './control/control.ts'
import type { CardSandboxDeps } from './deps.ts'
import { createDelivery } from './events/delivery.ts'
import { cardApi } from './http/api.ts'
import { answerUnknown } from './http/api-answers.ts'
import { serveChallenge } from './intents/challenge.ts'

export type EmbeddedCards = {
  /** To be mounted under the prefix `/payments`. */
  plugin: FastifyPluginAsync
  /** Starts the delivery of events. */
  start(): void
  /** Ends the delivery after what is under way. */
  stop(): Promise<void>
  /** Delivers what is due at `now()` and waits for it. */
  deliverNow(): Promise<void>
}

/**
 * A card provider in a box, for trying the store without an account anywhere: published test cards only,
 * no money moves, and no card number or security code is stored or logged.
 */
export function createEmbeddedCards(deps: CardSandboxDeps): EmbeddedCards {
  const { start, stop, wake, deliverNow } = createDelivery(deps)
  const routes = { ...deps, changed: wake }
  return {
    start,
    stop,
    deliverNow,
    plugin: async (payments) => {
      payments.setNotFoundHandler(answerUnknown)
      await serveBrowserFiles(payments, deps.origin)
      await payments.register(serveChallenge(routes))
      if (deps.demo) await payments.register(serveControl(deps))
      await payments.register(cardApi(routes), { prefix: '/v1' })
    },
  }
}
