import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { codeOf } from '../failures/unavailable.ts'

/** Systems give none of these ports to a connection that goes out, as they do from 32,768. */
const FIRST = 20_000
const COUNT = 10_000
const ATTEMPTS = 100
const TAKEN = ['EADDRINUSE', 'EACCES']

/** A port that is free on 127.0.0.1. Another program that wants exactly this one may take it before the caller listens. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + randomInt(COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`No port was free among ${ATTEMPTS} from ${FIRST} to ${FIRST + COUNT - 1}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => (TAKEN.includes(codeOf(error)) ? resolve(false) : reject(error)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
