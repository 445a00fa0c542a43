import { manageProductTexts as texts } from '#contract/catalog/products/manage-texts.ts'
import { partFieldLabels } from '#contract/catalog/products/part-fields-texts.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { WITHOUT_TYPE } from '#contract/catalog/search/filters.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { useDialog } from '../../platform/dialogs/dialog.tsx'
import type { Submission } from '../../platform/forms/form.ts'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { leaveEmptyPage } from '../../platform/lists/list-page.tsx'
import { ListSearch } from '../../platform/lists/list-search.tsx'
import { Pager } from '../../platform/lists/pager.tsx'
import { addressOf } from '../../platform/ui/address.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { PageHeading } from '../../platform/ui/page-heading.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import type { Route } from './+types/manage-product-route.ts'
import { PartCard } from './part-card.tsx'
import { toPartCard } from './part-card-data.ts'
import { CategoryOptions, type EditContext, EditDialog, saveEdit } from './product-form.tsx'

const PATH = '/dashboard/manageProduct'

export const meta = titleMeta(texts.manageTitle, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'catalog.write')
  const url = new URL(request.url)
  const read = (name: string) => url.searchParams.get(name)?.trim() || undefined
  const catalogue = await browserApi.getCatalogue()
  const category = catalogue.categories.find(({ id, parent }) => id === read('category') && parent === null)
  const type = [WITHOUT_TYPE, ...catalogue.types.map(({ key }) => key)].find((key) => key === read('type'))
  const view = { q: read('q'), category: category?.id, type, after: read('after') }
  const { items: products, next } = await browserApi.listProducts({ query: view })
  leaveEmptyPage(url, products)
  return { products, next, view, catalogue }
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
  const { products, next, view, catalogue } = loaderData
  const { after, ...filters } = view
  const { locale } = useStore()
  const { busyId, run } = useRowAction()
  const editing = useDialog<Product>((product, onClose) => (
    <EditDialog product={product} catalogue={catalogue} onClose={onClose} />
  ))
  const isSearch = Object.values(filters).some((value) => value !== undefined)

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
          key={`category ${view.category}`}
          className="choice"
          name="category"
          aria-label={partFieldLabels.category}
          defaultValue={view.category}
        >
          <option value="">{texts.allCategories}</option>
          <CategoryOptions />
        </select>
        <select
          key={`type ${view.type}`}
          className="choice"
          name="type"
          aria-label={partFieldLabels.type}
          defaultValue={view.type}
        >
          <option value="">{texts.allTypes}</option>
          <option value={WITHOUT_TYPE}>{texts.withoutType}</option>
          {catalogue.types.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
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
