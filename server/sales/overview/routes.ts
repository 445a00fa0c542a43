import * as contract from '#contract/sales/overview/overview.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'
import { getOverview, type Storage } from './service.ts'

type OverviewDeps = { settings: StoreSettings; currency: string; storage: Storage }

export function overviewRoutes(bind: Bind, { settings, ...store }: OverviewDeps): void {
  bind(contract.getOverview, async ({ db, now, caller }) => {
    const { timeZone } = await settings.current()
    return getOverview(db, { ...store, timeZone, at: now(), role: caller.role })
  })
}
