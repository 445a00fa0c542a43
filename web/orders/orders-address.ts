export type OrdersView = { status?: string | null; paid?: string | null; after?: string | null }

/** The address of Manage Orders, seen so. A cursor belongs to its filters: it leaves with any of them. */
export function ordersAddress(view: OrdersView): string {
  const query = new URLSearchParams()
  for (const name of ['status', 'paid', 'after'] as const) {
    if (view[name]) query.set(name, view[name])
  }
  return `/dashboard/manageOrders${query.size > 0 ? `?${query}` : ''}`
}
