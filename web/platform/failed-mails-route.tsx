import { Link } from 'react-router'
import { may } from '#contract/platform/auth/roles.ts'
import type { FailedMail } from '#contract/platform/mail/failed-mails.ts'
import { failedMailTexts as texts } from '#contract/platform/mail/texts.ts'
import type { Route } from './+types/failed-mails-route.ts'
import { browserApi } from './api/browser-api.ts'
import { requirePermission } from './auth/guards.ts'
import { rowAction, useRowAction } from './forms/row-action.ts'
import { titleMeta } from './layout/page-meta.ts'
import { Time } from './layout/price.tsx'
import { ListPage, readPage } from './lists/list-page.tsx'
import type { Column } from './lists/table.tsx'
import { Button } from './ui/button.tsx'
import { EmailText } from './ui/email-text.tsx'
import { FoldedText } from './ui/folded-text.tsx'

const PATH = '/dashboard/failedMails'
const columns: Column<FailedMail>[] = [
  {
    label: texts.mail,
    isRowHeader: true,
    cell: ({ subject, orderNumber, createdAt }) => (
      <span className="stack">
        <span>{subject ?? texts.aboutOrder}</span>
        <small>
          <Time at={createdAt} />
          {orderNumber && <span> </span>}
          {orderNumber && (
            <Link to={`/dashboard/orders/${orderNumber}`}>{texts.orderWithNumber(orderNumber)}</Link>
          )}
        </small>
      </span>
    ),
  },
  {
    label: texts.to,
    cell: ({ recipient }) => (recipient ? <EmailText email={recipient} /> : texts.noRecipient),
  },
  { label: texts.error, isText: true, cell: ({ error }) => <FoldedText text={error} over={200} /> },
]

export const meta = titleMeta(texts.title, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { role } = await requirePermission(request, 'system.read')
  const list = await readPage(request, (query) => browserApi.listFailedMails({ query }))
  return { list, mayRetry: may(role, 'system.write') }
}

export async function clientAction() {
  return rowAction(async () => {
    const { retriedCount } = await browserApi.retryFailedMails()
    return texts.retried(retriedCount)
  })
}

export default function FailedMailsRoute({ loaderData: { list, mayRetry } }: Route.ComponentProps) {
  const { busyId, run } = useRowAction<{ id: 'all' }>()
  return (
    <ListPage
      title={texts.title}
      lead={texts.newestFirst}
      path={PATH}
      columns={columns}
      empty={{ title: texts.none, text: texts.noneText }}
      {...list}
    >
      {mayRetry && list.rows.length > 0 && (
        <Button disabled={busyId !== undefined} onClick={() => run({ id: 'all' })}>
          {texts.retry}
        </Button>
      )}
    </ListPage>
  )
}
