// Requests `/healthz` and `/readyz` in turn, ten times a second, each over a new connection.
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 100
const TIMEOUT_MS = 10_000

process.once('message', async ({ origin, seconds }: { origin: string; seconds: number }) => {
  const endsAt = performance.now() + seconds * 1000
  const requests: Promise<number | undefined>[] = []
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    requests.push(requestDurationMs(`${origin}/${turn % 2 === 0 ? 'healthz' : 'readyz'}`))
    await sleep(EVERY_MS)
  }
  const times = (await Promise.all(requests)).filter((time) => time !== undefined)
  process.send?.({ times, failed: requests.length - times.length })
})

function requestDurationMs(url: string): Promise<number | undefined> {
  const start = performance.now()
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume()
      response.on('close', () => resolve(undefined))
      response.on('end', () => resolve(response.statusCode === 200 ? performance.now() - start : undefined))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}
