import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { officeTexts, attributesTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import { browserApi } from '../../../../platform/api/browser-api.ts'
import { requirePermission } from '../../../../platform/auth/guards.ts'
import { useDialog } from '../../../../platform/dialogs/dialog.tsx'
import type { Submission } from '../../../../platform/forms/form.ts'
import { ErrorText } from '../../../../platform/forms/form-status.tsx'
import { rowAction, useRowAction } from '../../../../platform/forms/row-action.ts'
import { titleMeta } from '../../../../platform/layout/page-meta.ts'
import { Count } from '../../../../platform/layout/price.tsx'
import type { DenseColumn } from '../../../../platform/lists/dense-table.tsx'
import { Button } from '../../../../platform/ui/button.tsx'
import { PageHeading } from '../../../../platform/ui/page-heading.tsx'
import { ATTRIBUTES_PAGE } from '../../office-pages.ts'
import { inUseText } from '../in-use.ts'
import { OfficeTable } from '../office-table.tsx'
import type { Route } from './+types/attributes-route.ts'
import { type AttributeContext, AttributeDialog, saveAttributeForm } from './attribute-form.tsx'
import { mergeChoices, type PostedMerge } from './merge-choices.tsx'

export const meta = titleMeta(texts.title, ATTRIBUTES_PAGE)

type Row = Attribute & { _id: string; types: number; parts: number; values: number }
type AttributeAction = { id: string }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'catalog.write')
  const [{ attributes, types }, use] = await Promise.all([
    browserApi.getCatalogue(),
    browserApi.getCatalogueUse(),
  ])
  const used = new Map(use.attributes.map((attribute) => [attribute.key, attribute]))
  const rows: Row[] = attributes.map((attribute) => ({
    ...attribute,
    _id: attribute.key,
    types: types.filter((type) => type.attributes.some(({ key }) => key === attribute.key)).length,
    parts: used.get(attribute.key)?.parts ?? 0,
    values: used.get(attribute.key)?.values ?? 0,
  }))
  return { rows, attributes, choices: use.choices }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: AttributeAction | PostedMerge | Submission<AttributeContext> = await request.json()
  if ('values' in posted) return saveAttributeForm(posted)
  if ('into' in posted) return mergeChoices(posted)
  const remove = async () => {
    await browserApi.deleteAttribute({ params: { key: posted.id } })
    return texts.deleted
  }
  return rowAction(remove, { id: posted.id, textOf: inUseText })
}

export default function AttributesRoute({ loaderData }: Route.ComponentProps) {
  const { rows, attributes, choices } = loaderData
  const form = useDialog<Attribute | null>((opened, onClose) => (
    <AttributeDialog
      // as the page has read it last: choices may have been merged
      attribute={attributes.find(({ key }) => key === opened?.key) ?? opened}
      used={choices.filter(({ attribute }) => attribute === opened?.key)}
      keys={attributes.map(({ key }) => key)}
      onClose={onClose}
    />
  ))
  const edit = (row: Row) => form.open(attributes.find(({ key }) => key === row.key) ?? null)
  const columns = useColumns(edit)
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead}>
        <Button variant="primary" onClick={() => form.open(null)}>
          {texts.add}
        </Button>
      </PageHeading>
      <OfficeTable caption={texts.title} columns={columns} rows={rows} empty={texts.empty} />
      {form.dialog}
    </>
  )
}

function useColumns(onEdit: (row: Row) => void): DenseColumn<Row>[] {
  const { busyId, run, problem } = useRowAction<AttributeAction>()
  const remove = ({ key, name }: Row) =>
    run(
      { id: key },
      { text: texts.deleteQuestion, button: texts.yesDelete, subject: name, isDestructive: true },
    )
  return [
    {
      label: officeTexts.name,
      isRowHeader: true,
      card: '1',
      cell: ({ key, name }) => (
        <>
          <span>{name}</span>
          {problem?.id === key && <ErrorText>{problem.text}</ErrorText>}
        </>
      ),
    },
    { label: texts.key, from: 'wide', cell: ({ key }) => <code>{key}</code> },
    { label: texts.kind, width: '116px', card: '2', cell: ({ kind }) => texts.kinds[kind] },
    { label: texts.unit, width: '84px', card: '2-end', cell: ({ unit }) => unit ?? officeTexts.none },
    countColumn(texts.types, 'types', { from: 'medium' }),
    countColumn(officeTexts.parts, 'parts', { from: 'medium' }),
    countColumn(texts.values, 'values', { from: 'medium' }),
    {
      label: officeTexts.action,
      width: '148px',
      isActions: true,
      card: '1-end',
      cell: (row) => (
        <>
          <Button variant="quiet" aria-label={officeTexts.editOf(row.name)} onClick={() => onEdit(row)}>
            {officeTexts.edit}
          </Button>
          <Button
            variant="quiet"
            aria-label={officeTexts.deleteOf(row.name)}
            disabled={busyId === row.key}
            onClick={() => void remove(row)}
          >
            {officeTexts.delete}
          </Button>
        </>
      ),
    },
  ]
}

type CountName = 'types' | 'parts' | 'values'

function countColumn(
  label: string,
  name: CountName,
  place: Pick<DenseColumn<Row>, 'from'>,
): DenseColumn<Row> {
  return { label, width: '84px', isNumeric: true, ...place, cell: (row) => <Count value={row[name]} /> }
}
