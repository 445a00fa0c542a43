import { requestTexts as texts } from '#contract/messages/requests.ts'
import type { Subscriber } from '#contract/requests/requests.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { titleMeta } from '../layout/page-meta.ts'
import { Time } from '../layout/shop/price.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { ListPage, readPage } from '../ui/list-page.tsx'
import type { Column } from '../ui/table.tsx'
import type { Route } from './+types/subscribers-route.ts'

const PATH = '/dashboard/subscribers'
const columns: Column<Subscriber>[] = [
  { label: texts.email, isRowHeader: true, cell: ({ email }) => <EmailText email={email} /> },
  { label: texts.joined, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export const meta = titleMeta(texts.subscribers, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  return readPage(request, ({ after }) => browserApi.listSubscribers({ query: { after, limit: 100 } }))
}

export default function SubscribersRoute({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={texts.subscribers}
      lead={texts.newestFirst}
      path={PATH}
      columns={columns}
      empty={{ title: texts.noSubscribers, text: texts.noSubscribersText }}
      {...loaderData}
    />
  )
}
