import type { CardProvider } from '#server/sales/payments/provider/card-provider.ts'

/** A task that pauses before and after each call of the card provider until the next `step`. */
export type SteppedTask = {
  cards: CardProvider
  hasEnded(): boolean
  /** Continues to the next pause or to the end. Rethrows the errors of the task. */
  step(): Promise<void>
}

/** The task starts at the first `step`, which ends before its first call. */
export function createSteppedTask(
  provider: CardProvider,
  work: (cards: CardProvider) => Promise<unknown>,
): SteppedTask {
  let stopped = Promise.withResolvers<void>()
  let resumed = Promise.withResolvers<void>()
  let ended = false
  let running: Promise<void> | undefined

  async function gate(): Promise<void> {
    stopped.resolve()
    await resumed.promise
  }

  const cards = gated(provider, gate)
  return {
    cards,
    hasEnded: () => ended,
    async step() {
      stopped = Promise.withResolvers()
      const next = resumed
      resumed = Promise.withResolvers()
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
  const gatedCall =
    <Arguments extends unknown[], Result>(call: (...parameters: Arguments) => Promise<Result>) =>
    async (...parameters: Arguments): Promise<Result> => {
      await gate()
      try {
        return await call(...parameters)
      } finally {
        await gate()
      }
    }
  return {
    ...provider,
    withBudget: (budget) => gated(provider.withBudget(budget), gate),
    createIntent: gatedCall(provider.createIntent),
    readIntent: gatedCall(provider.readIntent),
    cancelIntent: gatedCall(provider.cancelIntent),
    refundIntent: gatedCall(provider.refundIntent),
    listIntents: gatedCall(provider.listIntents),
    listRefunds: gatedCall(provider.listRefunds),
    listRefundsWithin: gatedCall(provider.listRefundsWithin),
    listDisputes: gatedCall(provider.listDisputes),
    listDisputesWithin: gatedCall(provider.listDisputesWithin),
  }
}
