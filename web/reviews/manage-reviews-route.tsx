import { Link } from 'react-router'
import { manageReviewTexts as texts } from '#contract/messages/reviews.ts'
import type { ListedReview } from '#contract/reviews/reviews.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { Time } from '../layout/shop/price.tsx'
import { Stars } from '../layout/shop/stars.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { FoldedText } from '../ui/folded-text.tsx'
import { Choices } from '../ui/forms/choices.tsx'
import { Pager } from '../ui/pager.tsx'
import { rowAction, useRowAction } from '../ui/row-action.ts'
import { EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/manage-reviews-route.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: texts.title, path: PATH })

const PATH = '/dashboard/reviews'
const PAGE_SIZE = 50
type Hidden = 'true' | 'false' | undefined
const views: { text: string; hidden: Hidden }[] = [
  { text: texts.all, hidden: undefined },
  { text: texts.onlyShown, hidden: 'false' },
  { text: texts.onlyHidden, hidden: 'true' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const { searchParams } = new URL(request.url)
  const hidden = views.find((view) => view.hidden === searchParams.get('hidden'))?.hidden
  const after = searchParams.get('after') ?? undefined
  const { items, next } = await browserApi.listAllReviews({ query: { hidden, after, limit: PAGE_SIZE } })
  return { reviews: items, next, hidden, after }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id, hidden }: ReviewAction = await request.json()
  return rowAction(async () => {
    await browserApi.updateReview({ params: { id }, body: { hidden } })
    return hidden ? texts.nowHidden : texts.nowShown
  })
}

type ReviewAction = { id: string; hidden: boolean }

export default function ManageReviewsRoute({ loaderData }: Route.ComponentProps) {
  const { reviews, next, hidden, after } = loaderData
  const columns = useColumns()
  return (
    <>
      <div className="dash__h">
        <h1>{texts.title}</h1>
        <p>{texts.newestFirst}</p>
      </div>
      <div className="filters">
        <Choices
          label={texts.filter}
          choices={views.map((view) => ({
            text: view.text,
            to: address({ hidden: view.hidden }),
            isNow: view.hidden === hidden,
          }))}
        />
      </div>
      {reviews.length > 0 ? (
        <Table caption={texts.title} columns={columns} rows={reviews} rowKey={({ _id }) => _id} />
      ) : (
        <EmptyState title={texts.none}>
          <p>{texts.noneText}</p>
          {hidden && <LinkButton to={PATH}>{texts.allReviews}</LinkButton>}
        </EmptyState>
      )}
      <Pager first={after ? address({ hidden }) : null} next={next && address({ hidden, after: next })} />
    </>
  )
}

function address({ hidden, after }: { hidden: Hidden; after?: string }): string {
  const query = new URLSearchParams({ ...(hidden && { hidden }), ...(after && { after }) })
  return query.size > 0 ? `${PATH}?${query}` : PATH
}

function useColumns(): Column<ListedReview>[] {
  const { busyId, run } = useRowAction<ReviewAction>()
  return [
    {
      label: texts.from,
      isRowHead: true,
      cell: ({ name, createdAt }) => (
        <span className="person">
          <span>{name}</span>
          <small>
            <Time at={createdAt} />
          </small>
        </span>
      ),
    },
    {
      label: texts.review,
      isText: true,
      cell: ({ rating, description }) => (
        <>
          <Stars rating={rating} />
          <FoldedText text={description} over={200} />
        </>
      ),
    },
    {
      label: texts.part,
      cell: ({ productId, partIsSold }) => {
        if (!productId) return texts.ofStore
        return partIsSold ? <Link to={`/parts/${productId}`}>{texts.seePart}</Link> : texts.notSold
      },
    },
    {
      label: texts.state,
      cell: ({ hidden }) => <Tag tone={hidden ? 'bad' : 'ok'}>{hidden ? texts.hidden : texts.shown}</Tag>,
    },
    {
      label: texts.action,
      isActions: true,
      cell: ({ _id: id, hidden, name }) => (
        <Button
          size="small"
          look={hidden ? undefined : 'bad'}
          disabled={busyId === id}
          aria-label={(hidden ? texts.showOf : texts.hideOf)(name)}
          onClick={() => run({ id, hidden: !hidden })}
        >
          {hidden ? texts.show : texts.hide}
        </Button>
      ),
    },
  ]
}
