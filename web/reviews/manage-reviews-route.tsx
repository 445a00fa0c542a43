import { Link } from 'react-router'
import { manageReviewTexts as texts } from '#contract/messages/reviews.ts'
import type { ListedReview } from '#contract/reviews/reviews.ts'
import { adminsOnly } from '../account/session/guards.ts'
import { browserApi } from '../api/browser-api.ts'
import { titleMeta } from '../layout/page-meta.ts'
import { Time } from '../layout/shop/price.tsx'
import { Stars } from '../layout/shop/stars.tsx'
import { addressOf } from '../ui/address.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { FoldedText } from '../ui/folded-text.tsx'
import { Choices } from '../ui/forms/choices.tsx'
import { ListPage, readPage } from '../ui/list-page.tsx'
import { rowAction, useRowAction } from '../ui/row-action.ts'
import type { Column } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/manage-reviews-route.ts'

const PATH = '/dashboard/reviews'
const views = [
  { text: texts.all, hidden: undefined },
  { text: texts.onlyShown, hidden: 'false' },
  { text: texts.onlyHidden, hidden: 'true' },
] as const

export const meta = titleMeta(texts.title, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
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
