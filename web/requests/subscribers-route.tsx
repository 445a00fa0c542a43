import { requestTexts as texts } from '#contract/messages/requests.ts'
import type { Subscriber } from '#contract/requests/requests.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { Time } from '../layout/shop/price.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { Pager } from '../ui/pager.tsx'
import { EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Route } from './+types/subscribers-route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.subscribers, path: PATH })

const PATH = '/dashboard/subscribers'
const columns: Column<Subscriber>[] = [
  { label: texts.email, isRowHead: true, cell: ({ email }) => <EmailText email={email} /> },
  { label: texts.joined, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const { items: subscribers, next } = await browserApi.listSubscribers({ query: { after, limit: 100 } })
  return { subscribers, next, after }
}

export default function SubscribersRoute({ loaderData: { subscribers, next, after } }: Route.ComponentProps) {
  return (
    <>
      <div className="dash__h">
        <h1>{texts.subscribers}</h1>
        <p>{texts.newestFirst}</p>
      </div>
      {subscribers.length > 0 ? (
        <Table caption={texts.subscribers} columns={columns} rows={subscribers} rowKey={({ _id }) => _id} />
      ) : (
        <EmptyState title={texts.noSubscribers}>
          <p>{texts.noSubscribersText}</p>
        </EmptyState>
      )}
      <Pager first={after ? PATH : null} next={next && `${PATH}?after=${encodeURIComponent(next)}`} />
    </>
  )
}
