import { parentPort } from 'node:worker_threads'
import type { Order } from '#contract/sales/orders/orders.ts'
import type { ReceiptNotes } from '#contract/sales/receipts/receipt.ts'
import { drawReceipt } from './receipt-pdf.ts'

export type ReceiptJob = { order: Order; notes: ReceiptNotes }

/* The thread that draws receipts: each message is a job, each response the bytes of a file. An error ends the thread. */
parentPort?.on('message', async ({ order, notes }: ReceiptJob) => {
  const bytes = new Uint8Array(await drawReceipt(order, notes))
  parentPort?.postMessage(bytes, [bytes.buffer])
})
