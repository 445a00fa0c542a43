import type { FastifyInstance } from 'fastify'
import { serveBrowserFiles } from './browser/browser-files.ts'
import { serveControl } from './control/control.ts'
import type { CardSandboxDeps } from './deps.ts'
import { createDelivery } from './events/delivery.ts'
import { cardApi, sendError, sendNotFound } from './http/api.ts'
import { serveChallenge } from './intents/challenge.ts'

export type EmbeddedCards = ReturnType<typeof createEmbeddedCards>

/** The card sandbox. Accepts published test cards only; neither stores nor logs card numbers and security codes. */
export function createEmbeddedCards(deps: CardSandboxDeps) {
  const { start, stop, wake, deliverNow } = createDelivery(deps)
  const routes = { ...deps, onChange: wake }
  return {
    start,
    stop,
    deliverNow,
    plugin: async (payments: FastifyInstance) => {
      // below this prefix no error has the store's own format, not even that of an unknown address
      payments.setErrorHandler(sendError)
      payments.setNotFoundHandler(sendNotFound)
      await serveBrowserFiles(payments, deps.origin)
      await payments.register(serveChallenge(routes))
      if (deps.demo) await payments.register(serveControl(deps))
      await payments.register(cardApi(routes), { prefix: '/v1' })
    },
  }
}
