import { may } from '#contract/platform/auth/roles.ts'
import { addOrderNote, listOrderNotes } from '#contract/sales/orders/notes.ts'
import * as contract from '#contract/sales/orders/orders.ts'
import type { ReceiptNotes } from '#contract/sales/receipts/receipt.ts'
import { receiptTexts } from '#contract/sales/receipts/texts.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'
import { type ReceiptQueue, receiptFile } from '../receipts/receipt-queue.ts'
import { listOrders } from './list.ts'
import { addNote, listNotes } from './notes.ts'
import { findOrder, showOrder } from './order-view.ts'
import { bindPlaceOrder } from './place-order.ts'
import type { PlacingRules } from './price-order.ts'
import { setOrderStatus } from './write-order.ts'

type Deps = {
  rules: PlacingRules
  ordersPerHour: number
  receiptsPerHour: number
  receipts: ReceiptQueue
  settings: StoreSettings
  notes: ReceiptNotes
}

export function orderRoutes(
  bind: Bind,
  { rules, ordersPerHour, receiptsPerHour, receipts, settings, notes }: Deps,
): void {
  bindPlaceOrder(bind, { rules, ordersPerHour, settings })

  bind(contract.listOrders, ({ query, caller, db, now }) => {
    const account =
      query.email === undefined || query.email === caller.email
        ? { userId: caller.id }
        : { email: query.email }
    const view = { now: now(), asStaff: may(caller.role, 'orders.read') }
    return listOrders(db, { limit: query.limit, after: query.after, ...account }, view)
  })

  bind({ ...contract.getOrder, findObject: findOrder }, ({ object: row, caller, db, now }) =>
    showOrder(db, { row, caller, now: now() }),
  )

  bind(
    { ...contract.getReceipt, findObject: findOrder },
    async ({ object: row, caller, db, now }) => {
      const order = await showOrder(db, { row, caller, now: now() })
      return receiptFile(receipts, { order, notes })
    },
    {
      limitPerAccount: {
        points: receiptsPerHour,
        seconds: 3600,
        message: receiptTexts.tooMany(receiptsPerHour),
      },
    },
  )

  bind(contract.listAllOrders, ({ query, db, now }) => {
    const paid = query.paid === undefined ? undefined : query.paid === 'true'
    const expired = query.expired === undefined ? undefined : query.expired === 'true'
    const disputed = query.disputed !== undefined
    const held = query.held === undefined ? undefined : false
    const q = query.q?.trim() || undefined
    return listOrders(db, { ...query, q, paid, expired, disputed, held }, { now: now(), asStaff: true })
  })

  bind(contract.setOrderStatus, async ({ params, body, caller, db, now }) => {
    const change = { orderId: params.id, ...body, actorId: caller.id, now: now() }
    await setOrderStatus(db, { ...change, unpaidOrderHours: rules.unpaidOrderHours })
    return showOrder(db, { row: await findOrder(db, { params }), caller, now: now() })
  })

  bind(listOrderNotes, async ({ params, db }) => listNotes(db, (await findOrder(db, { params })).id))

  bind(addOrderNote, async ({ params, body, caller, db, now }) => {
    const { id: orderId } = await findOrder(db, { params })
    return addNote(db, { orderId, text: body.text, actorId: caller.id, now: now() })
  })
}
