import { Worker } from 'node:worker_threads'
import { AppError } from '#contract/platform/errors.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import type { ReceiptNotes } from '#contract/sales/receipts/receipt.ts'
import { receiptTexts } from '#contract/sales/receipts/texts.ts'
import type { Db } from '#database/open.ts'
import { createSemaphore } from '../../platform/admission/queues.ts'
import { showOrders } from '../orders/order-view.ts'
import type { ReceiptJob } from './receipt-thread.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Thread = { worker: Worker; result: PromiseWithResolvers<Bytes> | undefined }

export type ReceiptQueue = ReturnType<typeof createReceiptQueue>

const MAX_QUEUED = 60
const RETRY_SECONDS = 5
/** A receipt takes about a tenth of a second; the first one waits for the library and its fonts. */
const TIMEOUT_MS = 30_000
const MAX_HEAP_MEGABYTES = 256

/** Draws receipts in a thread of their own, so that other requests do not wait for them. The thread starts with the first receipt, and again after it has ended. */
export function createReceiptQueue({ timeoutMs = TIMEOUT_MS } = {}) {
  const runAlone = createSemaphore(1)
  let queued = 0
  let isStopped = false
  let thread: Thread | undefined

  function start(): Thread {
    const worker = new Worker(new URL('./receipt-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
    })
    const started: Thread = { worker, result: undefined }
    const fail = (error: unknown) => {
      if (thread === started) thread = undefined
      started.result?.reject(error)
    }
    worker.on('message', (bytes: Bytes) => started.result?.resolve(bytes))
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The thread that draws receipts has ended')))
    // after the listener for messages, which refs the worker again
    worker.unref()
    return started
  }

  async function drawNow(job: ReceiptJob): Promise<Bytes> {
    // the client can repeat the request after the restart
    if (isStopped) throw busy()
    thread ??= start()
    const current = thread
    const { worker } = current
    const result = Promise.withResolvers<Bytes>()
    current.result = result
    const timer = setTimeout(() => void worker.terminate(), timeoutMs)
    try {
      worker.postMessage(job)
      return await result.promise
    } finally {
      clearTimeout(timer)
      current.result = undefined
    }
  }

  return {
    /** Throws `receipts_busy` if more than `maxQueued` others are queued or being drawn, or the queue is stopped; else the error of drawing. */
    async draw(job: ReceiptJob, maxQueued = MAX_QUEUED): Promise<Bytes> {
      if (queued > maxQueued) throw busy()
      queued += 1
      return runAlone(() => drawNow(job)).finally(() => {
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
  { order, notes, maxQueued }: { order: Order; notes: ReceiptNotes; maxQueued?: number },
): Promise<File> {
  if (order.receiptNumber === null) throw new AppError('order_unpaid')
  const name = receiptTexts.fileName(order.receiptNumber)
  return new File([await receipts.draw({ order, notes }, maxQueued)], name, { type: 'application/pdf' })
}

/** The receipt attached to a mail, as of the time of sending. It is queued without a limit: mails are few at a time. */
export async function mailedReceipt(
  db: Db,
  {
    orderId,
    now,
    notes,
    receipts,
  }: { orderId: string; now: Date; notes: ReceiptNotes; receipts: ReceiptQueue },
): Promise<File> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const [order] = await showOrders(db, [row], { now, asStaff: false })
  if (!order) throw new AppError('not_found')
  return receiptFile(receipts, { order, notes, maxQueued: Number.POSITIVE_INFINITY })
}
