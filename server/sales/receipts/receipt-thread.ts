import { parentPort } from 'node:worker_threads'
import type { Order } from '#contract/sales/orders/orders.ts'
import { drawReceipt, type ReceiptSeller } from './receipt-pdf.ts'

export type ReceiptJob = { order: Order; seller: ReceiptSeller }

/* The thread that draws receipts: each message is a job, each response the bytes of a file. An error ends the thread. */
parentPort?.on('message', async ({ order, seller }: ReceiptJob) => {
  const bytes = new Uint8Array(await drawReceipt(order, seller))
  parentPort?.postMessage(bytes, [bytes.buffer])
})
