import * as contract from '#contract/store/settings/settings.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { describeSettings, listSettingsChanges, saveSettings, takeBackSettings } from './saved-settings.ts'
import type { StoreSettings } from './store-settings.ts'

export function settingsRoutes(bind: Bind, { settings }: { settings: StoreSettings }): void {
  bind(contract.getSettings, ({ db }) => describeSettings(db, settings.defaults))

  bind(contract.saveSettings, async ({ db, body, caller, now, invalidate }) => {
    invalidate('config')
    // also after an error: the change may have been committed
    await saveSettings(db, body, { actorId: caller.id, at: now() }).finally(settings.refresh)
    return describeSettings(db, settings.defaults)
  })

  bind(contract.listSettingsChanges, ({ db, query }) => listSettingsChanges(db, query))

  bind(contract.takeBackSettings, async ({ db, params, caller, now, invalidate }) => {
    invalidate('config')
    await takeBackSettings(db, params.id, { actorId: caller.id, at: now() }).finally(settings.refresh)
    return describeSettings(db, settings.defaults)
  })
}
