import { Link } from 'react-router'
import { may, type Role } from '#contract/platform/auth/roles.ts'
import type { AuditEntry } from '#contract/sales/audit/audit.ts'
import { actorText, changeTexts, subjectText, whatText } from '#contract/sales/audit/describe.ts'
import { auditTexts as texts } from '#contract/sales/audit/texts.ts'
import { useCategories } from '../../catalog/part-types/categories.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Time } from '../../platform/layout/price.tsx'
import { DenseListPage, readDensePage } from '../../platform/lists/dense-list-page.tsx'
import type { DenseColumn } from '../../platform/lists/dense-table.tsx'
import { addressOf } from '../../platform/ui/address.ts'
import { LinkButton } from '../../platform/ui/button.tsx'
import { DownloadButton } from '../../platform/ui/download-button.tsx'
import type { Route } from './+types/audit-route.ts'
import { AUDIT, AuditFilterForm, filtersOf } from './audit-filters.tsx'

export const meta = titleMeta(texts.title, AUDIT)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { role } = await requirePermission(request, 'system.read')
  const filters = filtersOf(request.url)
  const list = await readDensePage(request, [], ({ after, limit }) =>
    browserApi.listAudit({ query: { ...filters, after, limit } }),
  )
  return { role, filters, list }
}

export default function AuditRoute({ loaderData: { role, filters, list } }: Route.ComponentProps) {
  const { locale } = useStore()
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <DenseListPage
      title={texts.title}
      lead={texts.lead}
      path={AUDIT}
      filter={filters}
      columns={columnsOf(role, locale)}
      details={(entry) => <Details entry={entry} locale={locale} />}
      search={<AuditFilterForm filters={filters} />}
      empty={{
        title: isFiltered ? texts.noMatch : texts.none,
        text: isFiltered ? texts.noMatchText : texts.noneText,
        action: isFiltered && <LinkButton to={AUDIT}>{texts.showAll}</LinkButton>,
      }}
      {...list}
    >
      <DownloadButton
        text={texts.export}
        load={() => browserApi.exportAudit({ query: filters })}
        done={texts.exported}
      />
    </DenseListPage>
  )
}

function columnsOf(role: Role, locale: string): DenseColumn<AuditEntry>[] {
  return [
    { label: texts.when, width: '164px', card: '1-end', cell: ({ at }) => <Time at={at} /> },
    {
      label: texts.person,
      width: '140px',
      card: '2-end',
      cell: (entry) => <Actor entry={entry} />,
    },
    {
      label: texts.what,
      width: '190px',
      isRowHeader: true,
      card: '1',
      cell: (entry) => <span>{whatText(entry)}</span>,
    },
    { label: texts.on, card: '2', cell: (entry) => <Subject entry={entry} role={role} /> },
    { label: texts.change, card: '3', cell: (entry) => <Change entry={entry} locale={locale} /> },
  ]
}

/** An account's name leads to everything it changed. */
function Actor({ entry }: { entry: AuditEntry }) {
  const email = entry.by?.email
  if (!email) return <span className="change-actor">{actorText(entry)}</span>
  return (
    <Link className="change-actor" to={addressOf(AUDIT, { by: email })}>
      {actorText(entry)}
    </Link>
  )
}

function Subject({ entry, role }: { entry: AuditEntry; role: Role }) {
  const text = subjectText(entry)
  const page = pageOf(entry, role)
  if (!text) return null
  return page ? <Link to={page}>{text}</Link> : <span>{text}</span>
}

function pageOf({ entity, entityId, name, orderNumber, hasPage }: AuditEntry, role: Role): string | null {
  if (entity === 'import') return may(role, 'imports.run') ? '/dashboard/importParts' : null
  if (!hasPage) return null
  if (orderNumber !== null) return `/dashboard/orders/${orderNumber}`
  if (entity === 'product') return `/parts/${entityId}`
  return addressOf('/dashboard/manageOrders', { email: name })
}

function Change({ entry, locale }: { entry: AuditEntry; locale: string }) {
  const { before, after } = changeTexts(entry, { locale, categories: useCategories() })
  return (
    <span className="change">
      {before !== null && <del>{before}</del>}
      {after !== null && <ins>{after}</ins>}
    </span>
  )
}

/** The whole values, and who it was, which the table may not have room for. */
function Details({ entry, locale }: { entry: AuditEntry; locale: string }) {
  const { before, after } = changeTexts(entry, { locale, categories: useCategories() })
  const lines = [
    [texts.person, [actorText(entry), entry.by?.email].filter(Boolean).join(', ')],
    [texts.id, entry.entityId],
    [texts.before, before],
    [texts.after, after],
  ] as const
  return (
    <dl className="change-details">
      {lines.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
