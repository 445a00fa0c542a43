// Asks `/healthz` and `/readyz` in turns, ten times a second, each over a connection of its own, from a process of its own.
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type HealthTimes = { times: number[]; failed: number }

const EVERY_MS = 100
const PATIENCE_MS = 10_000

async function probe(origin: string, isOver: () => boolean): Promise<HealthTimes> {
  const found: HealthTimes = { times: [], failed: 0 }
  const asked: Promise<void>[] = []
  for (let turn = 0; !isOver(); turn += 1) {
    asked.push(ask(`${origin}/${turn % 2 === 0 ? 'healthz' : 'readyz'}`, found))
    await sleep(EVERY_MS)
  }
  await Promise.all(asked)
  return found
}

function ask(url: string, found: HealthTimes): Promise<void> {
  const start = performance.now()
  return new Promise((resolve) => {
    const call = get(url, { agent: false, timeout: PATIENCE_MS }, (answer) => {
      if (answer.statusCode !== 200) found.failed += 1
      answer.resume().on('end', () => {
        found.times.push(performance.now() - start)
        resolve()
      })
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => {
      found.failed += 1
      resolve()
    })
  })
}

let isOver = false
process.once('message', ({ origin }: { origin: string }) => {
  process.once('message', () => {
    isOver = true
  })
  void probe(origin, () => isOver).then((found) => {
    process.send?.(found)
    process.disconnect()
  })
})
