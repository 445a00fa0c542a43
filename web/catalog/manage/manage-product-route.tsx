import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { categoryIds } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { adminsOnly } from '../../account/session/guards.ts'
import { browserApi } from '../../api/browser-api.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { useAct } from '../../layout/use-act.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/use-dialog.ts'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Route } from './+types/manage-product-route.ts'
import { EditDialog } from './edit-dialog.tsx'
import { ManageCard } from './manage-card.tsx'
import { ManageSearch, type ManageView } from './manage-search.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.manageTitle, path: PATH })

const PATH = '/dashboard/manageProduct'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const read = (name: string) => new URL(request.url).searchParams.get(name)?.trim() || undefined
  const category = categoryIds.find((id) => id === read('category'))
  const view = { q: read('q'), category, after: read('after') }
  const { items: products, next } = await browserApi.listProducts({ query: view })
  return { products, next, view }
}

/** The parts of the store, to edit, restock and delete. */
export default function ManageProductRoute({ loaderData }: Route.ComponentProps) {
  const { products, next, view } = loaderData
  const { after, ...start } = view
  const { revalidate } = useRevalidator()
  const { busyId, perform } = useAct()
  const [deletedIds, setDeletedIds] = useState<string[]>([])
  const editing = useDialog<Product>()
  const { opened: edited } = editing
  const shown = products.filter(({ _id }) => !deletedIds.includes(_id))

  async function onDelete({ _id, productName }: Product) {
    const outcome = await perform(_id, {
      question: {
        text: texts.deleteQuestion,
        yes: texts.yesDelete,
        subject: productName,
        isDestructive: true,
      },
      call: () => browserApi.deleteProduct({ params: { id: _id } }),
      done: texts.deleted,
    })
    if (outcome === 'done') setDeletedIds((before) => [...before, _id])
    if (outcome !== 'cancelled') await revalidate()
  }

  return (
    <>
      <div className="dash__h">
        <h1>{texts.manageTitle}</h1>
        <p>{view.q ? texts.found(view.q) : texts.newestFirst}</p>
      </div>
      <ManageSearch view={start} />
      {shown.length > 0 ? (
        <ul className="grid grid--three">
          {shown.map((product) => (
            <ManageCard
              key={product._id}
              product={product}
              isBusy={busyId === product._id}
              onEdit={() => editing.open(product)}
              onDelete={() => void onDelete(product)}
            />
          ))}
        </ul>
      ) : (
        <Nothing isSearch={view.q !== undefined || view.category !== undefined} />
      )}
      <Pager first={after ? address(start) : null} next={next && address({ ...view, after: next })} />
      {edited && (
        <EditDialog
          key={edited.key}
          product={edited.subject}
          onClose={() => editing.close(edited)}
          onSaved={() => void revalidate()}
        />
      )}
    </>
  )
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  return (
    <EmptyState title={isSearch ? texts.nothingFound : texts.none}>
      <p>{isSearch ? texts.nothingFoundText : texts.noneText}</p>
      {isSearch ? (
        <LinkButton to={PATH}>{texts.allParts}</LinkButton>
      ) : (
        <LinkButton to="/dashboard/addProduct" look="go">
          {texts.addTitle}
        </LinkButton>
      )}
    </EmptyState>
  )
}

function address({ q, category, after }: ManageView & { after?: string }): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(category && { category }),
    ...(after && { after }),
  })
  return query.size > 0 ? `${PATH}?${query}` : PATH
}
