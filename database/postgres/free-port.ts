import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that was free a moment ago; another process may take it before the caller listens. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('the probe server has no TCP address')
  return address.port
}
