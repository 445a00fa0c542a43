import { find } from '#contract/sales/find/find.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { findAtHand } from './find.ts'

export function findRoutes(bind: Bind, { currency }: { currency: string }): void {
  bind(find, ({ db, query, caller, now }) =>
    findAtHand(db, { text: query.q.trim(), role: caller.role, now: now(), currency }),
  )
}
