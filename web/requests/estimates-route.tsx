import { requestTexts as texts } from '#contract/messages/requests.ts'
import type { Estimate } from '#contract/requests/requests.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { Time } from '../layout/shop/price.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { FoldedText } from '../ui/folded-text.tsx'
import { Pager } from '../ui/pager.tsx'
import { EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Route } from './+types/estimates-route.ts'

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

export default function EstimatesRoute({ loaderData: { estimates, next, after } }: Route.ComponentProps) {
  return (
    <>
      <div className="dash__h">
        <h1>{texts.estimates}</h1>
        <p>{texts.newestFirst}</p>
      </div>
      {estimates.length > 0 ? (
        <Table caption={texts.estimates} columns={columns} rows={estimates} rowKey={({ _id }) => _id} />
      ) : (
        <EmptyState title={texts.noEstimates}>
          <p>{texts.noEstimatesText}</p>
        </EmptyState>
      )}
      <Pager first={after ? PATH : null} next={next && `${PATH}?after=${encodeURIComponent(next)}`} />
    </>
  )
}

const columns: Column<Estimate>[] = [
  {
    label: texts.from,
    isRowHead: true,
    cell: ({ name, email, phone, createdAt }) => (
      <span className="person">
        <span>{name}</span>
        <small>
          <EmailText email={email} />
        </small>
        {phone && <small className="num">{phone}</small>}
        <small>
          <Time at={createdAt} />
        </small>
      </span>
    ),
  },
  { label: texts.part, cell: ({ part, quantity }) => lines(part, quantity && texts.pieces(quantity)) },
  { label: texts.vehicle, cell: ({ vehicle, year }) => lines(vehicle, year) },
  {
    label: texts.note,
    isText: true,
    cell: ({ note }) => (note ? <FoldedText text={note} over={160} /> : texts.nothing),
  },
  {
    label: texts.action,
    isActions: true,
    cell: ({ name, email, part }) => (
      <a
        className={buttonClass({ size: 'small' })}
        href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(texts.subject(part))}`}
        aria-label={texts.answerTo(name)}
      >
        {texts.answer}
      </a>
    ),
  },
]

function lines(text: string | null, more: string | null) {
  return (
    <>
      {text ?? (more ? null : texts.nothing)}
      {more && <span className="sub">{more}</span>}
    </>
  )
}
