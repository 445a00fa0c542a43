import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { partFieldLabels } from '#contract/messages/part-fields.ts'
import { categoryIds } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { adminsOnly } from '../../account/session/guards.ts'
import { browserApi } from '../../api/browser-api.ts'
import { useStore } from '../../api/store-config.ts'
import { titleMeta } from '../../layout/page-meta.ts'
import { addressOf } from '../../ui/address.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/dialog.tsx'
import type { Submission } from '../../ui/forms/form.ts'
import { leaveEmptyPage } from '../../ui/list-page.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { rowAction, useRowAction } from '../../ui/row-action.ts'
import { EmptyState } from '../../ui/states.tsx'
import { PartCard } from '../part/part-card.tsx'
import { toPartCard } from '../part/part-card-data.ts'
import type { Route } from './+types/manage-product-route.ts'
import { CategoryOptions, type EditContext, EditDialog, saveEdit } from './product-form.tsx'

const PATH = '/dashboard/manageProduct'

export const meta = titleMeta(texts.manageTitle, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await adminsOnly(request)
  const url = new URL(request.url)
  const read = (name: string) => url.searchParams.get(name)?.trim() || undefined
  const category = categoryIds.find((id) => id === read('category'))
  const view = { q: read('q'), category, after: read('after') }
  const { items: products, next } = await browserApi.listProducts({ query: view })
  leaveEmptyPage(url, products)
  return { products, next, view }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: { id: string } | Submission<EditContext> = await request.json()
  if ('values' in posted) return saveEdit(posted)
  return rowAction(async () => {
    await browserApi.deleteProduct({ params: { id: posted.id } })
    return texts.deleted
  })
}

export default function ManageProductRoute({ loaderData }: Route.ComponentProps) {
  const { products, next, view } = loaderData
  const { after, ...filters } = view
  const { locale } = useStore()
  const { busyId, run } = useRowAction()
  const editing = useDialog<Product>((product, onClose) => <EditDialog product={product} onClose={onClose} />)
  const isSearch = view.q !== undefined || view.category !== undefined

  const onDelete = ({ _id, productName }: Product) =>
    run(
      { id: _id },
      { text: texts.deleteQuestion, button: texts.yesDelete, subject: productName, isDestructive: true },
    )
  const actionsOf = (product: Product) => (
    <div className="actions">
      <Button size="small" disabled={busyId === product._id} onClick={() => editing.open(product)}>
        {texts.edit}
      </Button>
      <Button
        size="small"
        variant="danger"
        disabled={busyId === product._id}
        onClick={() => onDelete(product)}
      >
        {texts.delete}
      </Button>
    </div>
  )

  return (
    <>
      <PageHeading title={texts.manageTitle} lead={view.q ? texts.found(view.q) : texts.newestFirst} />
      <ListSearch
        name="q"
        value={view.q}
        maxLength={200}
        aria-label={texts.searchLabel}
        placeholder={texts.searchWords}
        submitText={texts.search}
      >
        <select
          key={view.category}
          className="choice"
          name="category"
          aria-label={partFieldLabels.category}
          defaultValue={view.category}
        >
          <option value="">{texts.allCategories}</option>
          <CategoryOptions />
        </select>
      </ListSearch>
      {products.length > 0 && (
        <ul className="grid grid--three">
          {products.map((product) => (
            <PartCard key={product._id} part={toPartCard(product, locale)} actions={actionsOf(product)} />
          ))}
        </ul>
      )}
      {products.length === 0 && isSearch && (
        <EmptyState title={texts.nothingFound}>
          <p>{texts.nothingFoundText}</p>
          <LinkButton to={PATH}>{texts.allParts}</LinkButton>
        </EmptyState>
      )}
      {products.length === 0 && !isSearch && (
        <EmptyState title={texts.none}>
          <p>{texts.noneText}</p>
          <LinkButton to="/dashboard/addProduct" variant="primary">
            {texts.addTitle}
          </LinkButton>
        </EmptyState>
      )}
      <Pager
        first={after ? addressOf(PATH, filters) : null}
        next={next && addressOf(PATH, { ...filters, after: next })}
      />
      {editing.dialog}
    </>
  )
}
