import { randomUUID } from 'node:crypto'

let lastMs = 0
let counter = 0

/**
 * A new key: UUIDv7 (RFC 9562), made here so that keys sort by time on every PostgreSQL. Keys of one process rise
 * strictly, within a millisecond too: the twelve bits behind the time count, the other 62 are random.
 */
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
