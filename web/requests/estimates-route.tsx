import { requestTexts as texts } from '#contract/messages/requests.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { Pager } from '../ui/pager.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import type { Route } from './+types/estimates-route.ts'
import { estimateColumns } from './estimate-columns.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.estimates, path: PATH })

const PATH = '/dashboard/estimates'
const PAGE_SIZE = 50

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const { items: estimates, next } = await browserApi.listEstimates({ query: { after, limit: PAGE_SIZE } })
  return { estimates, next, after }
}

/** What visitors asked for in the form of the home page, to be answered by email. */
export default function EstimatesRoute({ loaderData: { estimates, next, after } }: Route.ComponentProps) {
  return (
    <>
      <div className="dash__h">
        <h1>{texts.estimates}</h1>
        <p>{texts.newestFirst}</p>
      </div>
      {estimates.length > 0 ? (
        <Table
          caption={texts.estimates}
          columns={estimateColumns}
          rows={estimates}
          rowKey={(estimate) => estimate._id}
        />
      ) : (
        <EmptyState title={texts.noEstimates}>
          <p>{texts.noEstimatesText}</p>
        </EmptyState>
      )}
      <Pager first={after ? PATH : null} next={next && `${PATH}?after=${encodeURIComponent(next)}`} />
    </>
  )
}
