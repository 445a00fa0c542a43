import * as contract from '#contract/sales/overview/overview.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { getOverview, type Storage } from './service.ts'

type OverviewDeps = { currency: string; timeZone: string; storage: Storage }

export function overviewRoutes(bind: Bind, store: OverviewDeps): void {
  bind(contract.getOverview, ({ db, now }) => getOverview(db, { ...store, at: now() }))
}
