import { Worker } from 'node:worker_threads'
import { AppError } from '#contract/errors.ts'
import { receiptTexts } from '#contract/messages/orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Db } from '#database/open.ts'
import { createSemaphore } from '../../http/queues.ts'
import { withHistory } from '../order-view.ts'
import type { Seller } from './receipt-pdf.ts'
import type { ReceiptJob } from './receipt-thread.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Thread = { worker: Worker; answer: PromiseWithResolvers<Bytes> | undefined }

export type ReceiptQueue = ReturnType<typeof createReceiptQueue>

const MAX_WAITING = 60
const RETRY_SECONDS = 5
/** A receipt takes about a tenth of a second; the first one waits for the library and its fonts. */
const LONGEST_MS = 30_000
const MAX_MEGABYTES = 256

/** Draws receipts in a thread of their own, so that other requests do not wait for them. It starts with the first. */
export function createReceiptQueue({ longestMs = LONGEST_MS } = {}) {
  const inTurn = createSemaphore(1)
  let queued = 0
  let isStopped = false
  let thread: Thread | undefined

  function start(): Thread {
    const worker = new Worker(new URL('./receipt-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    })
    const started: Thread = { worker, answer: undefined }
    const fail = (error: unknown) => {
      if (thread === started) thread = undefined
      started.answer?.reject(error)
    }
    worker.on('message', (bytes: Bytes) => started.answer?.resolve(bytes))
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The thread that draws receipts has ended')))
    // after the listeners, each of which refs the worker again
    worker.unref()
    return started
  }

  async function drawNow(job: ReceiptJob): Promise<Bytes> {
    // the client can repeat the request after the restart
    if (isStopped) throw busy()
    thread ??= start()
    const current = thread
    const { worker } = current
    const answer = Promise.withResolvers<Bytes>()
    current.answer = answer
    const timer = setTimeout(() => void worker.terminate(), longestMs)
    try {
      worker.postMessage(job)
      return await answer.promise
    } finally {
      clearTimeout(timer)
      current.answer = undefined
    }
  }

  return {
    /** Throws `receipts_busy` if `maxWaiting` others wait already. */
    async draw(job: ReceiptJob, maxWaiting = MAX_WAITING): Promise<Bytes> {
      if (queued > maxWaiting) throw busy()
      queued += 1
      return inTurn(() => drawNow(job)).finally(() => {
        queued -= 1
      })
    },
    async stop(): Promise<void> {
      isStopped = true
      await thread?.worker.terminate()
    },
  }
}

function busy(): AppError {
  return new AppError('receipts_busy', { retryAfterSeconds: RETRY_SECONDS })
}

export async function receiptFile(
  receipts: ReceiptQueue,
  { order, seller, maxWaiting }: { order: Order; seller: Seller; maxWaiting?: number },
): Promise<File> {
  if (order.receiptNumber === null) throw new AppError('order_unpaid')
  const name = receiptTexts.fileName(order.receiptNumber)
  return new File([await receipts.draw({ order, seller }, maxWaiting)], name, { type: 'application/pdf' })
}

/** The receipt attached to a mail, as of the time of sending. It waits however many others do: mails are few at a time. */
export async function mailedReceipt(
  db: Db,
  { orderId, now, seller, receipts }: { orderId: string; now: Date; seller: Seller; receipts: ReceiptQueue },
): Promise<File> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const [order] = await withHistory(db, [row], { now, asAdmin: false })
  if (!order) throw new AppError('not_found')
  return receiptFile(receipts, { order, seller, maxWaiting: Number.POSITIVE_INFINITY })
}
