import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { exampleOrder as order } from '#tests/support/orders/example-order.ts'
import { readPdf } from '#tests/support/orders/pdf-text.ts'
import { createReceiptQueue } from './receipt-queue.ts'

const notes = { demo: false, takesCards: true }

/** The id of a thread that has ended. */
const ENDED = -1

const titleOf = (bytes: Uint8Array) => readPdf(bytes).title

test('each caller gets its own receipt, and only the receipt that cannot be drawn fails', async () => {
  const queue = createReceiptQueue()
  const numbers = [1, 2, 3, 4]
  const drawn = numbers.map((receiptNumber) => queue.draw({ order: { ...order, receiptNumber }, notes }))
  const broken = queue.draw({ order: { ...order, currency: 'no currency' }, notes })
  const after = queue.draw({ order: { ...order, receiptNumber: 5 }, notes })
  await expect(broken).rejects.toThrow(RangeError)
  expect((await Promise.all([...drawn, after])).map(titleOf)).toEqual(
    [...numbers, 5].map((number) => `Receipt 00000${number}`),
  )
  await queue.stop()
})

test('a full queue rejects a receipt unless the caller allows a longer queue; later it accepts receipts again', {
  tags: 'long',
}, async () => {
  const queue = createReceiptQueue()
  const job = { order, notes }
  const accepted = [queue.draw(job, 1), queue.draw(job, 1)]
  await expect(queue.draw(job, 1)).rejects.toMatchObject({ code: 'receipts_busy', retryAfterSeconds: 5 })
  await Promise.all([...accepted, queue.draw(job, Number.POSITIVE_INFINITY)])
  expect(titleOf(await queue.draw(job, 1))).toBe('Receipt 000001')
  await queue.stop()
})

test('a receipt that takes too long is stopped with its thread', async () => {
  const queue = createReceiptQueue({ timeoutMs: 1 })
  await expect(queue.draw({ order, notes })).rejects.toThrow('has ended')
  await queue.stop()
})

test('a stopped queue leaves no thread and draws nothing more', async () => {
  const queue = createReceiptQueue()
  const started = once(process, 'worker')
  const job = { order, notes }
  const waiting = Promise.allSettled([queue.draw(job), queue.draw(job)])
  await queue.stop()
  const [current, next] = await waiting
  expect(current).toMatchObject({
    status: 'rejected',
    reason: new Error('The thread that draws receipts has ended'),
  })
  expect(next).toMatchObject({ status: 'rejected', reason: { code: 'receipts_busy' } })
  expect((await started)[0]).toMatchObject({ threadId: ENDED })
  await expect(queue.draw(job)).rejects.toMatchObject({ code: 'receipts_busy' })
})

test('a plain Node process exits although its queue was not stopped', {
  tags: 'long',
}, async () => {
  const script = `
    const { createReceiptQueue } = await import(${JSON.stringify(import.meta.resolve('./receipt-queue.ts'))})
    const bytes = await createReceiptQueue().draw(${JSON.stringify({ order, notes })})
    process.stdout.write(Buffer.from(bytes).toString('latin1', 0, 5))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout).toBe('%PDF-')
})
