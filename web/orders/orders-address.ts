/** How an order stands to be paid; an expired one can be paid no more. */
export type PaymentView = 'paid' | 'disputed' | 'unpaid' | 'expired'
export type OrdersView = {
  status?: string | null
  payment?: PaymentView | null
  email?: string | null
  after?: string | null
}

/** The address of Manage Orders, seen so. A cursor belongs to its filters: it leaves with any of them. */
export function ordersAddress(view: OrdersView): string {
  const query = new URLSearchParams()
  for (const name of ['status', 'payment', 'email', 'after'] as const) {
    if (view[name]) query.set(name, view[name])
  }
  return `/dashboard/manageOrders${query.size > 0 ? `?${query}` : ''}`
}
