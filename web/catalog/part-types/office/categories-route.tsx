import type { Category } from '#contract/catalog/part-types/categories.ts'
import { officeTexts, categoriesTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import type { CatalogueUse } from '#contract/catalog/part-types/part-types.ts'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { requirePermission } from '../../../platform/auth/guards.ts'
import { useDialog } from '../../../platform/dialogs/dialog.tsx'
import type { Submission } from '../../../platform/forms/form.ts'
import { ErrorText } from '../../../platform/forms/form-status.tsx'
import { rowAction, useRowAction } from '../../../platform/forms/row-action.ts'
import { titleMeta } from '../../../platform/layout/page-meta.ts'
import { Button } from '../../../platform/ui/button.tsx'
import type { Elements } from '../../../platform/ui/elements.ts'
import { PageHeading } from '../../../platform/ui/page-heading.tsx'
import { CATEGORIES_PAGE } from '../office-pages.ts'
import type { Route } from './+types/categories-route.ts'
import { type CategoryContext, CategoryDialog, saveCategoryForm } from './category-form.tsx'
import { readDrawingKinds } from './drawing-kinds.ts'
import { inUseText } from './in-use.ts'
import { OrderButtons, swapped } from './order-buttons.tsx'

export const meta = titleMeta(texts.title, CATEGORIES_PAGE)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'catalog.write')
  const [{ categories }, use, kinds] = await Promise.all([
    browserApi.getCatalogue(),
    browserApi.getCatalogueUse(),
    readDrawingKinds(),
  ])
  return { categories, use: use.categories, kinds }
}

type Place = { id: string; position: number }
type CategoryAction = { id: string } & ({ intent: 'delete' } | { intent: 'move'; places: Place[] })

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: CategoryAction | Submission<CategoryContext> = await request.json()
  if ('values' in posted) return saveCategoryForm(posted)
  const { id } = posted
  if (posted.intent === 'delete') {
    const remove = async () => {
      await browserApi.deleteCategory({ params: { id } })
      return texts.deleted
    }
    return rowAction(remove, { id, textOf: inUseText })
  }
  return rowAction(async () => {
    for (const { id, position } of posted.places)
      await browserApi.saveCategory({ params: { id }, body: { position } })
    return texts.moved
  })
}

export default function CategoriesRoute({ loaderData }: Route.ComponentProps) {
  const { categories, use, kinds } = loaderData
  const actions = useRowAction<CategoryAction>()
  const form = useDialog<Category | null>((category, onClose) => (
    <CategoryDialog category={category} categories={categories} kinds={kinds} onClose={onClose} />
  ))
  const list = { categories, use, actions, onEdit: form.open }
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead}>
        <Button variant="primary" onClick={() => form.open(null)}>
          {texts.add}
        </Button>
      </PageHeading>
      <CategoryList parent={null} {...list} />
      {form.dialog}
    </>
  )
}

type ListProps = {
  parent: string | null
  categories: Category[]
  use: CatalogueUse['categories']
  actions: ReturnType<typeof useRowAction<CategoryAction>>
  onEdit: (category: Category) => void
}

function CategoryList({ parent, ...list }: ListProps) {
  const { categories, use, actions } = list
  const siblings = categories.filter((category) => category.parent === parent)
  if (siblings.length === 0) return null
  const move = (at: number, by: 1 | -1) => {
    const id = siblings[at]?.id ?? ''
    const places = placesOf(swapped(siblings, at, by), use)
    return actions.run({ id, intent: 'move', places })
  }
  return (
    <ul className={parent === null ? 'category-tree' : undefined}>
      {siblings.map((category, at) => (
        <li key={category.id}>
          <CategoryRow category={category} {...list}>
            <OrderButtons
              name={category.name}
              at={at}
              count={siblings.length}
              isBusy={actions.busyId !== undefined}
              onMove={(by) => move(at, by)}
            />
          </CategoryRow>
          <CategoryList parent={category.id} {...list} />
        </li>
      ))}
    </ul>
  )
}

/** Where categories in a new order are, of those whose place changes. */
function placesOf(ordered: Category[], use: CatalogueUse['categories']): Place[] {
  return ordered
    .map(({ id }, at) => ({ id, position: at + 1 }))
    .filter(({ id, position }) => use.find((one) => one.id === id)?.position !== position)
}

type RowProps = Omit<ListProps, 'parent'> & { category: Category; children: Elements }

function CategoryRow({ category, categories, use, actions, onEdit, children }: RowProps) {
  const { id, name, description, drawing } = category
  const parts = use.find((one) => one.id === id)?.parts ?? 0
  const { busyId, run, problem } = actions
  const remove = () =>
    run(
      { id, intent: 'delete' },
      { text: texts.deleteQuestion, button: texts.yesDelete, subject: name, isDestructive: true },
    )
  const isEmpty = parts === 0 && !categories.some(({ parent }) => parent === id)
  return (
    <div className="category-row">
      <span className="category-row__drawing">
        {drawing && <img className="drawing" src={drawing} alt="" width={64} height={48} loading="lazy" />}
      </span>
      <p className="category-row__name">
        <b>{name}</b>
        <span className="secondary-text">{description}</span>
      </p>
      <p className="numeric">{officeTexts.partsOf(parts)}</p>
      <div className="actions">
        {children}
        <Button size="small" aria-label={officeTexts.editOf(name)} onClick={() => onEdit(category)}>
          {officeTexts.edit}
        </Button>
        <Button
          size="small"
          variant={isEmpty ? 'danger' : undefined}
          aria-label={officeTexts.deleteOf(name)}
          disabled={busyId === id}
          onClick={() => void remove()}
        >
          {officeTexts.delete}
        </Button>
      </div>
      {problem?.id === id && <ErrorText>{problem.text}</ErrorText>}
    </div>
  )
}
