import { createServer } from 'node:net'

export type ListenAddress = { port: number; host: string }

/** The store cannot listen where its configuration says; the message names the variable to change. */
export class ListenError extends Error {}

/**
 * Checks that the store can listen on its address, before anything slow is started. Another program may still take the
 * port until the store listens itself. Throws `ListenError`.
 */
export async function assertCanListen({ port, host }: ListenAddress): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, { port, host })))
    probe.listen({ port, host }, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** Says in words why listening failed; an error of another kind is returned as it is. */
export function explainListenError(error: unknown, { port, host }: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new ListenError(
      `Port ${port} of ${host} is in use: this store may be running already, or another program uses the port. Stop that one, or set another PORT.`,
      { cause: error },
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ListenError(`HOST is ${host}, which is no address of this machine.`, { cause: error })
  if (code === 'EACCES')
    return new ListenError(`This user may not listen on port ${port}: set another PORT.`, { cause: error })
  return error
}
