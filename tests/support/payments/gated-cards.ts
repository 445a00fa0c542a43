import type { CardProvider } from '#server/payments/provider/card-provider.ts'

/** Work that stands still before and after each call of the card provider, until it is told to go on. */
export type Walker = {
  cards: CardProvider
  hasEnded(): boolean
  /** Goes on to the next such place, or to the end. Throws what the work throws. */
  step(): Promise<void>
}

/** Work over a provider; it has not begun yet. */
export function createWalker(
  provider: CardProvider,
  work: (cards: CardProvider) => Promise<unknown>,
): Walker {
  let stopped = Promise.withResolvers<void>()
  let goOn = Promise.withResolvers<void>()
  let ended = false
  let running: Promise<void> | undefined

  async function gate(): Promise<void> {
    stopped.resolve()
    await goOn.promise
  }

  const cards = gated(provider, gate)
  return {
    cards,
    hasEnded: () => ended,
    async step() {
      stopped = Promise.withResolvers()
      const next = goOn
      goOn = Promise.withResolvers()
      if (running) next.resolve()
      else
        running = work(cards).then(() => {
          ended = true
        })
      await Promise.race([stopped.promise, running])
    },
  }
}

function gated(provider: CardProvider, gate: () => Promise<void>): CardProvider {
  const around =
    <Asked extends unknown[], Answer>(call: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      await gate()
      try {
        return await call(...asked)
      } finally {
        await gate()
      }
    }
  return {
    ...provider,
    withBudget: (patience) => gated(provider.withBudget(patience), gate),
    createIntent: around(provider.createIntent),
    readIntent: around(provider.readIntent),
    cancelIntent: around(provider.cancelIntent),
    refundIntent: around(provider.refundIntent),
    listIntents: around(provider.listIntents),
    listRefunds: around(provider.listRefunds),
    listRefundsWithin: around(provider.listRefundsWithin),
    listDisputes: around(provider.listDisputes),
    listDisputesWithin: around(provider.listDisputesWithin),
  }
}
