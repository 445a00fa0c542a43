import { randomUUID } from 'node:crypto'

let lastMs = 0
let counter = 0

/** A UUIDv7 (RFC 9562), strictly increasing in one process: the twelve bits after the version are a counter. */
export function newId(): string {
  const now = Date.now()
  counter = now > lastMs ? 0 : counter + 1
  if (counter > 0xfff) {
    counter = 0
    lastMs += 1
  }
  lastMs = Math.max(lastMs, now)
  const time = lastMs.toString(16).padStart(12, '0')
  const order = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${randomUUID().slice(19)}`
}
