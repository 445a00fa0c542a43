import { Link } from 'react-router'
import type { ListedReview } from '#contract/catalog/reviews/reviews.ts'
import { manageReviewTexts as texts } from '#contract/catalog/reviews/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { Choices } from '../../platform/forms/choices.tsx'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Time } from '../../platform/layout/price.tsx'
import { ListPage, readPage } from '../../platform/lists/list-page.tsx'
import type { Column } from '../../platform/lists/table.tsx'
import { addressOf } from '../../platform/ui/address.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { FoldedText } from '../../platform/ui/folded-text.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
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
  const list = await readPage(request, (query) => browserApi.listAllReviews({ query: { ...query, hidden } }))
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
    <ListPage
      title={texts.title}
      lead={texts.newestFirst}
      path={PATH}
      filter={{ hidden }}
      columns={useColumns()}
      empty={{ title: texts.none, text: texts.noneText, action: allReviews }}
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
    </ListPage>
  )
}

function useColumns(): Column<ListedReview>[] {
  const { busyId, run } = useRowAction<ReviewAction>()
  return [
    {
      label: texts.from,
      isRowHeader: true,
      cell: ({ name, createdAt }) => (
        <span className="stack">
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
      cell: ({ hidden }) => (
        <Tag variant={hidden ? 'danger' : 'ok'}>{hidden ? texts.hidden : texts.shown}</Tag>
      ),
    },
    {
      label: texts.action,
      isActions: true,
      cell: ({ _id: id, hidden, name }) => (
        <Button
          size="small"
          variant={hidden ? undefined : 'danger'}
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
