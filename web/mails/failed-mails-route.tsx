import { Link } from 'react-router'
import type { FailedMail } from '#contract/mails/failed-mails.ts'
import { failedMailTexts as texts } from '#contract/messages/failures.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { Time } from '../layout/shop/price.tsx'
import { addressOf } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { FoldedText } from '../ui/folded-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Pager } from '../ui/pager.tsx'
import { rowAction, useRowAction } from '../ui/row-action.ts'
import { EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Route } from './+types/failed-mails-route.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: texts.title, path: PATH })

const PATH = '/dashboard/failedMails'
const PAGE_SIZE = 50
const columns: Column<FailedMail>[] = [
  {
    label: texts.mail,
    isRowHead: true,
    cell: ({ subject, orderId, createdAt }) => (
      <span className="person">
        <span>{subject ?? texts.aboutOrder}</span>
        <small>
          <Time at={createdAt} /> {orderId && <Link to={`/dashboard/orders/${orderId}`}>{texts.order}</Link>}
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

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const { items, next } = await browserApi.listFailedMails({ query: { after, limit: PAGE_SIZE } })
  return { mails: items, next, after }
}

export async function clientAction() {
  return rowAction(async () => {
    const { retriedCount } = await browserApi.retryFailedMails()
    return texts.retried(retriedCount)
  })
}

/** Mails that could not be sent; an admin can retry them. */
export default function FailedMailsRoute({ loaderData: { mails, next, after } }: Route.ComponentProps) {
  const { busyId, run } = useRowAction<{ id: 'all' }>()
  return (
    <>
      <PageHeading title={texts.title} lead={texts.newestFirst} />
      {mails.length > 0 ? (
        <>
          <div className="filters">
            <Button disabled={busyId !== undefined} onClick={() => run({ id: 'all' })}>
              {texts.retry}
            </Button>
          </div>
          <Table caption={texts.title} columns={columns} rows={mails} rowKey={(mail) => mail._id} />
        </>
      ) : (
        <EmptyState title={texts.none}>
          <p>{texts.noneText}</p>
        </EmptyState>
      )}
      <Pager first={after ? PATH : null} next={next && addressOf(PATH, { after: next })} />
    </>
  )
}
