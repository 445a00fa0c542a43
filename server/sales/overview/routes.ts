import * as contract from '#contract/sales/overview/overview.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'
import type { ShopSetup } from './missing.ts'
import { getOverview, type Storage } from './service.ts'

type OverviewDeps = {
  settings: StoreSettings
  currency: string
  storage: Storage
  /** Null for a demo. */
  setup: Omit<ShopSetup, 'defaults'> | null
}

export function overviewRoutes(bind: Bind, { settings, ...store }: OverviewDeps): void {
  const setup = store.setup && { ...store.setup, defaults: settings.defaults }
  bind(contract.getOverview, async ({ db, now, caller }) => {
    const { timeZone } = await settings.current()
    return getOverview(db, { ...store, setup, timeZone, at: now(), role: caller.role })
  })
}
