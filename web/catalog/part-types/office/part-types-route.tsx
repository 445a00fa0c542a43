import { Link, useNavigate } from 'react-router'
import type { Category } from '#contract/catalog/part-types/categories.ts'
import { officeTexts, partTypesTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import type { PartType } from '#contract/catalog/part-types/part-types.ts'
import { WITHOUT_TYPE } from '#contract/catalog/search/filters.ts'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { requirePermission } from '../../../platform/auth/guards.ts'
import { Dialog, useDialog } from '../../../platform/dialogs/dialog.tsx'
import { Field, Select } from '../../../platform/forms/field.tsx'
import { formAction, type Submission, useActionForm } from '../../../platform/forms/form.ts'
import { ManagedForm } from '../../../platform/forms/form-status.tsx'
import { titleMeta } from '../../../platform/layout/page-meta.ts'
import { Count } from '../../../platform/layout/price.tsx'
import type { DenseColumn } from '../../../platform/lists/dense-table.tsx'
import { addressOf } from '../../../platform/ui/address.ts'
import { Button, LinkButton } from '../../../platform/ui/button.tsx'
import { PageHeading } from '../../../platform/ui/page-heading.tsx'
import { categoryName } from '../categories.ts'
import { CategoryOptions } from '../category-options.tsx'
import { PART_TYPES_PAGE } from '../office-pages.ts'
import type { Route } from './+types/part-types-route.ts'
import { DialogActions } from './dialog-actions.tsx'
import { newKey } from './new-key.ts'
import { OfficeTable } from './office-table.tsx'

export const meta = titleMeta(texts.title, PART_TYPES_PAGE)

type Row = { _id: string; name: string; category: string; parts: number; attributes: number }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'catalog.write')
  const [{ types, categories }, use] = await Promise.all([
    browserApi.getCatalogue(),
    browserApi.getCatalogueUse(),
  ])
  const rows: Row[] = types.map(({ key, name, category, subcategory, attributes }) => ({
    _id: key,
    name,
    category: categoryName(categories, subcategory ?? category),
    parts: use.types.find((type) => type.key === key)?.parts ?? 0,
    attributes: attributes.length,
  }))
  return { rows, categories, withoutType: use.withoutType }
}

type Context = { keys: string[] }
const schema = async () => (await import('#contract/catalog/part-types/part-types.ts')).newPartTypeSchema

export async function clientAction({ request }: Route.ClientActionArgs) {
  const submission: Submission<Context> = await request.json()
  return formAction(submission, {
    schema,
    send: (body) =>
      browserApi.savePartType({
        params: { key: newKey(body.name, submission.context.keys, { fallback: 'type' }) },
        body: { ...body, seen: null },
      }),
  })
}

export default function PartTypesRoute({ loaderData }: Route.ComponentProps) {
  const { rows, categories, withoutType } = loaderData
  const form = useDialog<null>((_, onClose) => (
    <Dialog title={texts.addTitle} className="dialog--wide" onClose={onClose}>
      {(close) => <AddForm keys={rows.map(({ _id }) => _id)} categories={categories} close={close} />}
    </Dialog>
  ))
  return (
    <>
      <PageHeading title={texts.title} lead={texts.withoutType(withoutType)}>
        {withoutType > 0 && (
          <LinkButton to={addressOf('/dashboard/manageProduct', { type: WITHOUT_TYPE })}>
            {texts.showWithoutType}
          </LinkButton>
        )}
        <Button variant="primary" onClick={() => form.open(null)}>
          {texts.add}
        </Button>
      </PageHeading>
      <OfficeTable caption={texts.title} columns={columns} rows={rows} empty={texts.none} />
      {form.dialog}
    </>
  )
}

const columns: DenseColumn<Row>[] = [
  {
    label: texts.type,
    isRowHeader: true,
    card: '1',
    cell: ({ _id, name }) => <Link to={`${PART_TYPES_PAGE}/${_id}`}>{name}</Link>,
  },
  { label: texts.category, card: '2', cell: ({ category }) => category },
  {
    label: officeTexts.parts,
    width: '96px',
    isNumeric: true,
    card: '1-end',
    cell: ({ parts }) => (
      <>
        <Count value={parts} />
        {/* a card has no head of the column */}
        <span className="card-word">{` ${officeTexts.partWord(parts)}`}</span>
      </>
    ),
  },
  {
    label: texts.attributes,
    width: '116px',
    isNumeric: true,
    from: 'medium',
    cell: ({ attributes }) => <Count value={attributes} />,
  },
]

type FormProps = { keys: string[]; categories: Category[]; close: () => void }

function AddForm({ keys, categories, close }: FormProps) {
  const navigate = useNavigate()
  const context: Context = { keys }
  const form = useActionForm<PartType>({
    schema,
    context,
    onDone({ key }) {
      close()
      void navigate(`${PART_TYPES_PAGE}/${key}`)
    },
  })
  return (
    <ManagedForm form={form} className="form">
      <Field name="name" label={texts.singular} autoComplete="off" required />
      <Field name="plural" label={texts.plural} autoComplete="off" required />
      <Select name="category" label={texts.category} hint={texts.categoryHint}>
        <CategoryOptions categories={categories} of={null} />
      </Select>
      <DialogActions
        onCancel={() => {
          form.removeDraft()
          close()
        }}
      />
    </ManagedForm>
  )
}
