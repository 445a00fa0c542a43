import { may } from '#contract/platform/auth/roles.ts'
import type { FailedJob } from '#contract/platform/jobs/failed-jobs.ts'
import { failedJobTexts as texts } from '#contract/platform/jobs/texts.ts'
import type { Route } from './+types/failed-jobs-route.ts'
import { browserApi } from './api/browser-api.ts'
import { requirePermission } from './auth/guards.ts'
import { rowAction, useRowAction } from './forms/row-action.ts'
import { titleMeta } from './layout/page-meta.ts'
import { Time, useCountText } from './layout/price.tsx'
import { ListPage, readPage } from './lists/list-page.tsx'
import type { Column } from './lists/table.tsx'
import { Button } from './ui/button.tsx'
import { FoldedText } from './ui/folded-text.tsx'
import { Tag } from './ui/tag.tsx'

const PATH = '/dashboard/failedJobs'

export const meta = titleMeta(texts.title, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { role } = await requirePermission(request, 'system.read')
  const list = await readPage(request, (query) => browserApi.listFailedJobs({ query }))
  return { list, mayRun: may(role, 'system.write') }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id }: JobAction = await request.json()
  return rowAction(async () => {
    const { job } = await browserApi.runJobAgain({ params: { id } })
    return texts.runsAgain(texts.jobs[job].name)
  })
}

type JobAction = { id: string }

export default function FailedJobsRoute({ loaderData: { list, mayRun } }: Route.ComponentProps) {
  return (
    <ListPage
      title={texts.title}
      lead={texts.lead}
      path={PATH}
      columns={useColumns(mayRun)}
      empty={{ title: texts.none, text: texts.noneText }}
      {...list}
    />
  )
}

function useColumns(mayRun: boolean): Column<FailedJob>[] {
  const { busyId, run } = useRowAction<JobAction>()
  const countText = useCountText()
  const columns: Column<FailedJob>[] = [
    {
      label: texts.job,
      isRowHeader: true,
      cell: ({ job }) => (
        <span className="stack">
          <span>{texts.jobs[job].name}</span>
          <small>{texts.jobs[job].schedule}</small>
        </span>
      ),
    },
    {
      label: texts.failed,
      cell: ({ failedAt, firstFailedAt, attempts }) => (
        <span className="stack">
          <Time at={failedAt} />
          {attempts === 1 ? (
            <small>{texts.triedOnce}</small>
          ) : (
            <small>
              <span>{`${texts.triedSince(countText(attempts))} `}</span>
              <Time at={firstFailedAt} />
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
          <span className="stack">
            <Tag variant="ok">{texts.succeeded}</Tag>
            <small>
              <Time at={succeededAt} />
            </small>
          </span>
        ) : (
          <Tag variant="danger">{texts.notYet}</Tag>
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
  return columns.filter(({ isActions }) => !isActions || mayRun)
}
