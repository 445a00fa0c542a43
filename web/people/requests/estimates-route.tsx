import type { Estimate } from '#contract/people/requests/requests.ts'
import { requestTexts as texts } from '#contract/people/requests/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Time } from '../../platform/layout/price.tsx'
import { ListPage, readPage } from '../../platform/lists/list-page.tsx'
import type { Column } from '../../platform/lists/table.tsx'
import { Button, buttonClass } from '../../platform/ui/button.tsx'
import { EmailText } from '../../platform/ui/email-text.tsx'
import { FoldedText } from '../../platform/ui/folded-text.tsx'
import type { Route } from './+types/estimates-route.ts'

const PATH = '/dashboard/estimates'

export const meta = titleMeta(texts.estimates, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'requests.read')
  return readPage(request, (query) => browserApi.listEstimates({ query }))
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id }: EstimateAction = await request.json()
  return rowAction(async () => {
    await browserApi.deleteEstimate({ params: { id } })
    return texts.deleted
  })
}

type EstimateAction = { id: string }

export default function EstimatesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={texts.estimates}
      lead={texts.newestFirst}
      path={PATH}
      columns={useColumns()}
      empty={{ title: texts.noEstimates, text: texts.noEstimatesText }}
      {...loaderData}
    />
  )
}

function useColumns(): Column<Estimate>[] {
  const { busyId, run } = useRowAction<EstimateAction>()
  const remove = ({ _id: id, name }: Estimate) =>
    run({ id }, { text: texts.deleteQuestion, button: texts.yesDelete, subject: name, isDestructive: true })
  return [
    {
      label: texts.from,
      isRowHeader: true,
      cell: ({ name, email, phone, createdAt }) => (
        <span className="stack">
          <span>{name}</span>
          <small>
            <EmailText email={email} />
          </small>
          {phone && <small className="numeric">{phone}</small>}
          <small>
            <Time at={createdAt} />
          </small>
        </span>
      ),
    },
    {
      label: texts.part,
      cell: ({ part, quantity }) => renderLines(part, quantity && texts.pieces(quantity)),
    },
    { label: texts.vehicle, cell: ({ vehicle, year }) => renderLines(vehicle, year) },
    {
      label: texts.note,
      isText: true,
      cell: ({ note }) => (note ? <FoldedText text={note} over={160} /> : texts.nothing),
    },
    {
      label: texts.action,
      isActions: true,
      cell: (estimate) => (
        <>
          <a
            className={buttonClass({ size: 'small' })}
            href={`mailto:${encodeURIComponent(estimate.email)}?subject=${encodeURIComponent(texts.subject(estimate.part))}`}
            aria-label={texts.answerTo(estimate.name)}
          >
            {texts.answer}
          </a>
          <Button
            size="small"
            variant="danger"
            disabled={busyId === estimate._id}
            aria-label={texts.deleteOf(estimate.name)}
            onClick={() => remove(estimate)}
          >
            {texts.delete}
          </Button>
        </>
      ),
    },
  ]
}

function renderLines(text: string | null, more: string | null) {
  return (
    <>
      <span>{text ?? (more ? null : texts.nothing)}</span>
      {more && <span className="secondary-text">{more}</span>}
    </>
  )
}
