import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

function newBreaker() {
  const states: boolean[] = []
  const breaker = createCircuitBreaker({ timeoutsToOpen: 3, onChange: (isOpen) => states.push(isOpen) })
  return { breaker, states }
}

test('consecutive time-outs open the breaker, and a response closes it', () => {
  const { breaker, states } = newBreaker()
  for (const event of ['timedOut', 'timedOut', 'answered', 'timedOut', 'timedOut'] as const) breaker[event]()
  expect(breaker.isOpen()).toBe(false)
  breaker.timedOut()
  breaker.timedOut()
  expect([breaker.isOpen(), breaker.openings()]).toEqual([true, 1])
  breaker.answered()
  expect(breaker.isOpen()).toBe(false)
  expect(states).toEqual([true, false])
})

test('waiting work fails as soon as the breaker opens, and new work while it is open', async () => {
  const { breaker } = newBreaker()
  const waiting = breaker.whileClosed(new Promise(() => {}))
  const done = breaker.whileClosed(Promise.resolve('done'))
  for (let n = 0; n < 3; n += 1) breaker.timedOut()
  await expect(waiting).rejects.toThrow(DatabaseUnavailableError)
  expect(await done).toBe('done')
  await expect(breaker.whileClosed(new Promise(() => {}))).rejects.toThrow(DatabaseUnavailableError)
  breaker.answered()
  expect(await breaker.whileClosed(Promise.resolve('again'))).toBe('again')
})
