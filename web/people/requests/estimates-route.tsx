import type { Estimate } from '#contract/people/requests/requests.ts'
import { requestTexts as texts } from '#contract/people/requests/texts.ts'
import { may } from '#contract/platform/auth/roles.ts'
import { sortsOf } from '#contract/platform/list-sort.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Time } from '../../platform/layout/price.tsx'
import { DenseListPage, readDensePage } from '../../platform/lists/dense-list-page.tsx'
import type { DenseColumn } from '../../platform/lists/dense-table.tsx'
import { Button, buttonClass } from '../../platform/ui/button.tsx'
import { DetailList } from '../../platform/ui/detail-list.tsx'
import { EmailText } from '../../platform/ui/email-text.tsx'
import type { Route } from './+types/estimates-route.ts'

const PATH = '/dashboard/estimates'

export const meta = titleMeta(texts.estimates, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { role } = await requirePermission(request, 'requests.read')
  const list = await readDensePage(request, sortsOf(['createdAt', 'name']), (query) =>
    browserApi.listEstimates({ query }),
  )
  return { list, mayDelete: may(role, 'requests.write') }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id }: EstimateAction = await request.json()
  return rowAction(async () => {
    await browserApi.deleteEstimate({ params: { id } })
    return texts.deleted
  })
}

type EstimateAction = { id: string }

export default function EstimatesRoute({ loaderData: { list, mayDelete } }: Route.ComponentProps) {
  return (
    <DenseListPage
      title={texts.estimates}
      path={PATH}
      columns={useColumns(mayDelete)}
      details={(estimate) => <EstimateDetails estimate={estimate} />}
      empty={{ title: texts.noEstimates, text: texts.noEstimatesText }}
      {...list}
    />
  )
}

function useColumns(mayDelete: boolean): DenseColumn<Estimate>[] {
  const { busyId, run } = useRowAction<EstimateAction>()
  const remove = ({ _id: id, name }: Estimate) =>
    run({ id }, { text: texts.deleteQuestion, button: texts.yesDelete, subject: name, isDestructive: true })
  return [
    {
      label: texts.from,
      sort: 'name',
      width: '15%',
      isRowHeader: true,
      card: '1',
      cell: ({ name }) => name,
    },
    {
      label: texts.email,
      width: '15%',
      from: 'wide',
      cell: ({ email }) => email,
    },
    {
      label: texts.asked,
      sort: 'createdAt',
      descendsFirst: true,
      width: '146px',
      from: 'medium',
      cell: ({ createdAt }) => <Time at={createdAt} style="short" />,
    },
    { label: texts.part, width: '16%', card: '2', cell: ({ part }) => part ?? texts.nothing },
    {
      label: texts.quantity,
      width: '84px',
      card: '2-end',
      cell: ({ quantity }) => quantity ?? texts.nothing,
    },
    {
      label: texts.vehicle,
      width: '13%',
      card: '3',
      cell: ({ vehicle, year }) => [vehicle, year].filter(Boolean).join(', ') || texts.nothing,
    },
    { label: texts.note, from: 'medium', cell: ({ note }) => note ?? texts.nothing },
    {
      label: texts.action,
      width: '140px',
      isActions: true,
      card: '3-end',
      cell: (estimate) => (
        <>
          <a
            className={buttonClass({ variant: 'quiet' })}
            href={`mailto:${encodeURIComponent(estimate.email)}?subject=${encodeURIComponent(texts.subject(estimate.part))}`}
            aria-label={texts.answerTo(estimate.name)}
          >
            {texts.answer}
          </a>
          {mayDelete && (
            <Button
              variant="quiet"
              disabled={busyId === estimate._id}
              aria-label={texts.deleteOf(estimate.name)}
              onClick={() => remove(estimate)}
            >
              {texts.delete}
            </Button>
          )}
        </>
      ),
    },
  ]
}

function EstimateDetails({ estimate }: { estimate: Estimate }) {
  const { email, phone, vehicle, year, part, quantity, note, createdAt } = estimate
  const filled = [
    { label: texts.phone, value: phone, className: 'numeric' },
    { label: texts.part, value: part },
    { label: texts.quantity, value: quantity },
    { label: texts.vehicle, value: vehicle },
    { label: texts.year, value: year },
    { label: texts.note, value: note, className: 'user-text' },
  ].filter(({ value }) => value !== null)
  return (
    <DetailList
      inRows
      details={[
        { label: texts.email, value: <EmailText email={email} /> },
        { label: texts.asked, value: <Time at={createdAt} /> },
        ...filled,
      ]}
    />
  )
}
