import * as contract from '#contract/overview/overview.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { getOverview, type Storage } from './service.ts'

type OverviewDeps = { currency: string; timeZone: string; storage: Storage }

export function overviewRoutes(bind: Bind, shop: OverviewDeps): void {
  bind(contract.getOverview, ({ db, now }) => getOverview(db, { ...shop, at: now() }))
}
