import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestStore } from '#tests/support/store.ts'

test('an unexpected error is logged with the request id that its client gets', async () => {
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => logged.push(line) })
  const store = await openTestStore({ log })
  await store.database.pool.query('alter table reviews rename to renamed_reviews')
  const response = await store.call({ url: '/api/review' })
  expect(response.statusCode).toBe(500)
  const { requestId } = response.json()
  const message = 'relation "reviews" does not exist'
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { requestId, msg: message, err: { message } },
  ])
  store.app.log.error('outside of a request')
  expect(logged).toHaveLength(2)
  await store.close()
})
