import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { categoryIds } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { adminsOnly } from '../../account/session/guards.ts'
import { browserApi } from '../../api/browser-api.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/dialog.tsx'
import type { Submission } from '../../ui/forms/form-action.ts'
import { Pager } from '../../ui/pager.tsx'
import { rowAction, useRowAction } from '../../ui/row-action.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Route } from './+types/manage-product-route.ts'
import { type EditContext, EditDialog, saveEdit } from './edit-dialog.tsx'
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

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: { id: string } | Submission<EditContext> = await request.json()
  if ('typed' in posted) return saveEdit(posted)
  return rowAction(async () => {
    await browserApi.deleteProduct({ params: { id: posted.id } })
    return texts.deleted
  })
}

/** The parts of the store, to edit, restock and delete. */
export default function ManageProductRoute({ loaderData }: Route.ComponentProps) {
  const { products, next, view } = loaderData
  const { after, ...start } = view
  const { busyId, run } = useRowAction()
  const editing = useDialog<Product>()
  const { opened: edited } = editing

  const onDelete = ({ _id, productName }: Product) =>
    run(
      { id: _id },
      { text: texts.deleteQuestion, yes: texts.yesDelete, subject: productName, isDestructive: true },
    )

  return (
    <>
      <div className="dash__h">
        <h1>{texts.manageTitle}</h1>
        <p>{view.q ? texts.found(view.q) : texts.newestFirst}</p>
      </div>
      <ManageSearch view={start} />
      {products.length > 0 ? (
        <ul className="grid grid--three">
          {products.map((product) => (
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
        <EditDialog key={edited.key} product={edited.subject} onClose={() => editing.close(edited)} />
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
