import type { Db } from './open.ts'

type Call<Input, Result> = {
  input: Input
  resolve: (result: Result | Promise<Result>) => void
  reject: (error: unknown) => void
}

/** Larger batches save little, and make all callers wait for the database at the same time. */
export const BATCH_SIZE = 4

/**
 * Passes the calls of one iteration of the event loop to `run` in batches; a call in a transaction alone, at once.
 * `run` returns the results in the order of the inputs.
 */
export function batched<Input, Result>(
  run: (db: Db, inputs: Input[]) => Promise<(Result | Promise<Result>)[]>,
): (db: Db, input: Input) => Promise<Result> {
  const waiting = new WeakMap<Db, Call<Input, Result>[]>()

  function send(db: Db): void {
    const calls = waiting.get(db) ?? []
    waiting.delete(db)
    for (let at = 0; at < calls.length; at += BATCH_SIZE) void runBatch(db, calls.slice(at, at + BATCH_SIZE))
  }

  async function runBatch(db: Db, calls: Call<Input, Result>[]): Promise<void> {
    try {
      const results = await run(
        db,
        calls.map(({ input }) => input),
      )
      for (const [at, result] of results.entries()) calls[at]?.resolve(result)
      for (const { reject } of calls.slice(results.length))
        reject(new Error('a call of the batch has no result'))
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  return (db, input) =>
    new Promise((resolve, reject) => {
      const call = { input, resolve, reject }
      if (db.isTransaction) return void runBatch(db, [call])
      const others = waiting.get(db)
      if (others) return void others.push(call)
      waiting.set(db, [call])
      setImmediate(send, db)
    })
}
