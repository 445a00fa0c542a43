import type { Subscriber } from '#contract/people/requests/requests.ts'
import { requestTexts as texts } from '#contract/people/requests/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { adminsOnly } from '../../platform/auth/guards.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Time } from '../../platform/layout/price.tsx'
import { ListPage, readPage } from '../../platform/lists/list-page.tsx'
import type { Column } from '../../platform/lists/table.tsx'
import { EmailText } from '../../platform/ui/email-text.tsx'
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
