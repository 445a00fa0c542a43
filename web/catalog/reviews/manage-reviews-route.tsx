import { Link } from 'react-router'
import type { ListedReview } from '#contract/catalog/reviews/reviews.ts'
import { manageReviewTexts as texts } from '#contract/catalog/reviews/texts.ts'
import { sortsOf } from '#contract/platform/list-sort.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { Choices } from '../../platform/forms/choices.tsx'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Time } from '../../platform/layout/price.tsx'
import { DenseListPage, readDensePage } from '../../platform/lists/dense-list-page.tsx'
import type { DenseColumn } from '../../platform/lists/dense-table.tsx'
import { addressOf } from '../../platform/ui/address.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { DetailList } from '../../platform/ui/detail-list.tsx'
import { Status } from '../../platform/ui/tag.tsx'
import type { Route } from './+types/manage-reviews-route.ts'
import { Stars } from './stars.tsx'

const PATH = '/dashboard/reviews'
const views = [
  { text: texts.all, hidden: undefined },
  { text: texts.onlyShown, hidden: 'false' },
  { text: texts.onlyHidden, hidden: 'true' },
] as const

export const meta = titleMeta(texts.title, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'reviews.moderate')
  const requested = new URL(request.url).searchParams.get('hidden')
  const hidden = views.find((view) => view.hidden === requested)?.hidden
  const list = await readDensePage(request, sortsOf(['createdAt', 'name', 'rating']), (query) =>
    browserApi.listAllReviews({ query: { ...query, hidden } }),
  )
  return { list, hidden }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id, hidden }: ReviewAction = await request.json()
  return rowAction(async () => {
    await browserApi.updateReview({ params: { id }, body: { hidden } })
    return hidden ? texts.nowHidden : texts.nowShown
  })
}

type ReviewAction = { id: string; hidden: boolean }

export default function ManageReviewsRoute({ loaderData: { list, hidden } }: Route.ComponentProps) {
  const allReviews = hidden && <LinkButton to={PATH}>{texts.allReviews}</LinkButton>
  return (
    <DenseListPage
      title={texts.title}
      path={PATH}
      filter={{ hidden }}
      columns={useColumns()}
      details={(review) => <ReviewDetails review={review} />}
      empty={{
        title: hidden ? texts.noMatch : texts.none,
        text: hidden ? texts.noMatchText : texts.noneText,
        action: allReviews,
      }}
      {...list}
    >
      <Choices
        label={texts.filter}
        choices={views.map((view) => ({
          text: view.text,
          to: addressOf(PATH, { hidden: view.hidden }),
          isCurrent: view.hidden === hidden,
        }))}
      />
    </DenseListPage>
  )
}

function ReviewDetails({ review }: { review: ListedReview }) {
  return (
    <>
      <p className="user-text">{review.description}</p>
      <DetailList
        inRows
        details={[
          { label: texts.written, value: <Time at={review.createdAt} /> },
          { label: texts.part, value: <ReviewedPart review={review} /> },
        ]}
      />
    </>
  )
}

function ReviewedPart({ review: { productId, partIsSold } }: { review: ListedReview }) {
  if (!productId) return <span>{texts.ofStore}</span>
  if (!partIsSold) return <span>{texts.notSold}</span>
  return <Link to={`/parts/${productId}`}>{texts.seePart}</Link>
}

function useColumns(): DenseColumn<ListedReview>[] {
  const { busyId, run } = useRowAction<ReviewAction>()
  return [
    {
      label: texts.from,
      sort: 'name',
      width: '20%',
      isRowHeader: true,
      card: '1',
      cell: ({ name }) => name,
    },
    {
      label: texts.written,
      sort: 'createdAt',
      descendsFirst: true,
      width: '146px',
      from: 'medium',
      cell: ({ createdAt }) => <Time at={createdAt} style="short" />,
    },
    {
      label: texts.rating,
      sort: 'rating',
      width: '104px',
      card: '1-end',
      cell: ({ rating }) => <Stars rating={rating} />,
    },
    {
      label: texts.review,
      card: '2',
      cell: ({ description }) => description,
    },
    {
      label: texts.part,
      width: '116px',
      from: 'medium',
      cell: (review) => <ReviewedPart review={review} />,
    },
    {
      label: texts.state,
      width: '96px',
      card: '3',
      cell: ({ hidden }) => (
        <Status kind={hidden ? 'refused' : 'done'}>{hidden ? texts.hidden : texts.shown}</Status>
      ),
    },
    {
      label: texts.action,
      width: '84px',
      isActions: true,
      card: '3-end',
      cell: ({ _id: id, hidden, name }) => (
        <Button
          variant="quiet"
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
