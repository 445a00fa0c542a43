import type { FailedJob } from '#contract/jobs/failed-jobs.ts'
import { failedJobTexts as texts } from '#contract/messages/failures.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { Time, useCountText } from '../layout/shop/price.tsx'
import { addressOf } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { FoldedText } from '../ui/folded-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Pager } from '../ui/pager.tsx'
import { rowAction, useRowAction } from '../ui/row-action.ts'
import { EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/failed-jobs-route.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: texts.title, path: PATH })

const PATH = '/dashboard/failedJobs'
const PAGE_SIZE = 50

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const { items, next } = await browserApi.listFailedJobs({ query: { after, limit: PAGE_SIZE } })
  return { jobs: items, next, after }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id }: JobAction = await request.json()
  return rowAction(async () => {
    const { job } = await browserApi.runJobAgain({ params: { id } })
    return texts.runsAgain(texts.jobs[job].name)
  })
}

type JobAction = { id: string }

export default function FailedJobsRoute({ loaderData: { jobs, next, after } }: Route.ComponentProps) {
  const columns = useColumns()
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {jobs.length > 0 ? (
        <Table caption={texts.title} columns={columns} rows={jobs} rowKey={({ _id }) => _id} />
      ) : (
        <EmptyState title={texts.none}>
          <p>{texts.noneText}</p>
        </EmptyState>
      )}
      <Pager first={after ? PATH : null} next={next && addressOf(PATH, { after: next })} />
    </>
  )
}

function useColumns(): Column<FailedJob>[] {
  const { busyId, run } = useRowAction<JobAction>()
  const countText = useCountText()
  return [
    {
      label: texts.job,
      isRowHead: true,
      cell: ({ job }) => (
        <span className="person">
          <span>{texts.jobs[job].name}</span>
          <small>{texts.jobs[job].schedule}</small>
        </span>
      ),
    },
    {
      label: texts.failed,
      cell: ({ failedAt, firstFailedAt, attempts }) => (
        <span className="person">
          <Time at={failedAt} />
          {attempts === 1 ? (
            <small>{texts.triedOnce}</small>
          ) : (
            <small>
              {texts.triedSince(countText(attempts))} <Time at={firstFailedAt} />
            </small>
          )}
        </span>
      ),
    },
    {
      label: texts.error,
      isText: true,
      cell: ({ error }) => <FoldedText text={texts.knownErrors.get(error) ?? error} over={200} />,
    },
    {
      label: texts.since,
      cell: ({ succeededAt }) =>
        succeededAt ? (
          <span className="person">
            <Tag tone="ok">{texts.succeeded}</Tag>
            <small>
              <Time at={succeededAt} />
            </small>
          </span>
        ) : (
          <Tag tone="bad">{texts.notYet}</Tag>
        ),
    },
    {
      label: texts.action,
      isActions: true,
      cell: ({ _id: id, job }) => (
        <Button
          size="small"
          disabled={busyId === id}
          aria-label={texts.runAgainOf(texts.jobs[job].name)}
          onClick={() => run({ id })}
        >
          {texts.runAgain}
        </Button>
      ),
    },
  ]
}
