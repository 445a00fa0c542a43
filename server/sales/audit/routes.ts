import * as contract from '#contract/sales/audit/audit.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { StreamedFile } from '../../platform/streamed-file.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'
import { listEntries } from './entries.ts'
import { exportEntries } from './export.ts'

export function auditRoutes(
  bind: Bind,
  { settings, currency }: { settings: StoreSettings; currency: string },
): void {
  bind(contract.listAudit, async ({ db, query }) => {
    const { timeZone } = await settings.current()
    return listEntries(db, { ...query, currency, timeZone })
  })

  bind(contract.exportAudit, async ({ db, query }) => {
    const { timeZone, locale } = await settings.current()
    const file = { name: 'audit.csv', type: 'text/csv; charset=utf-8' }
    return new StreamedFile(exportEntries(db, { ...query, currency, timeZone, locale }), file)
  })
}
