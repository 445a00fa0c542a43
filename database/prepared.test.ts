import pg from 'pg'
import { expect, test } from 'vitest'
import { createLockWaits, LOCK_WAIT_MS } from './prepared.ts'

function failed(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('no', 2, 'error')
  error.code = code
  return error
}

test('after a lock time-out the time-out is shorter for ten seconds', () => {
  let time = 0
  const waits = createLockWaits(() => time)
  waits.record(failed('23505'))
  waits.record(new Error('55P03'))
  expect(waits.current()).toBe(LOCK_WAIT_MS)
  waits.record(failed('55P03'))
  expect(waits.current()).toBeLessThan(LOCK_WAIT_MS)
  time = 9_000
  waits.record(failed('55P03'))
  time = 18_000
  expect(waits.current()).toBeLessThan(LOCK_WAIT_MS)
  time = 19_000
  expect(waits.current()).toBe(LOCK_WAIT_MS)
})
