import { flushSync } from 'react-dom'
import { replace } from 'react-router'
import { officeTexts, partTypesTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { requirePermission } from '../../../platform/auth/guards.ts'
import { formAction, type Submission, useActionForm } from '../../../platform/forms/form.ts'
import { ErrorText, ManagedForm, SubmitButton } from '../../../platform/forms/form-status.tsx'
import { rememberFocus } from '../../../platform/forms/remember-focus.ts'
import { rowAction, useRowAction } from '../../../platform/forms/row-action.ts'
import { titleMeta } from '../../../platform/layout/page-meta.ts'
import { Button, LinkButton } from '../../../platform/ui/button.tsx'
import { notify } from '../../../platform/ui/notice.tsx'
import { PageHeading } from '../../../platform/ui/page-heading.tsx'
import { PART_TYPES_PAGE } from '../office-pages.ts'
import type { Route } from './+types/part-type-route.ts'
import { SaveError } from './changed-meanwhile.tsx'
import { readDrawingKinds } from './drawing-kinds.ts'
import { membersOf, useEdited } from './edited.ts'
import { inUseOf, inUseText } from './in-use.ts'
import type { PartTypeForm } from './part-type-body.ts'
import { DrawingSection, SampleSection } from './type-drawing.tsx'
import { AttributesSection, NamesSection, TogetherSection } from './type-sections.tsx'

export const meta = titleMeta(texts.title, PART_TYPES_PAGE)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'catalog.write')
  const { key } = params
  const [catalogue, use, kinds] = await Promise.all([
    browserApi.getCatalogue(),
    browserApi.getCatalogueUse(),
    readDrawingKinds(),
  ])
  const type = catalogue.types.find((one) => one.key === key)
  // deleted, here or by another admin
  if (!type) throw replace(PART_TYPES_PAGE)
  const { items } = await browserApi.listProducts({ query: { type: key, limit: 1 } })
  const parts = use.types.find((one) => one.key === key)?.parts ?? 0
  return { type, catalogue, kinds, parts, sample: items[0] ?? null }
}

/** What is changed, and what the page had read of it when that was begun. */
type SaveContext = { key: string; change: Partial<PartTypeForm>; seen: Partial<PartTypeForm> }
type DeleteAction = { id: string }

const schema = async () => (await import('#contract/catalog/part-types/part-types.ts')).partTypeChangeSchema

export async function clientAction({ request }: Route.ClientActionArgs) {
  const posted: DeleteAction | Submission<SaveContext> = await request.json()
  if ('values' in posted) {
    const { key, change, seen } = posted.context
    return formAction(posted, {
      schema,
      toInput: () => ({ ...change, seen }),
      send: (body) => browserApi.savePartType({ params: { key }, body }),
    })
  }
  const remove = async () => {
    await browserApi.deletePartType({ params: { key: posted.id } })
    return texts.deleted
  }
  return rowAction(remove, { id: posted.id, textOf: inUseText })
}

export default function PartTypeRoute({ loaderData }: Route.ComponentProps) {
  // another type is another form
  return <TypePage key={loaderData.type.key} {...loaderData} />
}

function TypePage({ type, catalogue, kinds, parts, sample }: Route.ComponentProps['loaderData']) {
  const { key, ...stored } = type
  const edited = useEdited<PartTypeForm>(`type ${key}`, stored)
  const { form, set, change, discard } = edited
  const seen = membersOf(edited.seen, (name) => name in change)
  const context: SaveContext = { key, change, seen }
  const status = useActionForm({
    schema,
    about: false,
    context,
    onDone() {
      discard()
      notify({ text: texts.saved })
    },
  })
  function discardAll() {
    const restoreFocus = rememberFocus()
    flushSync(() => {
      discard()
      status.forgetFailure()
    })
    restoreFocus()
  }
  const inUse = status.formError ? inUseOf(status.code, status.problem) : undefined
  const section = { form, set, catalogue }
  return (
    <>
      <PageHeading title={type.name} lead={officeTexts.partsOf(parts)}>
        <LinkButton size="small" to={PART_TYPES_PAGE}>
          {texts.title}
        </LinkButton>
      </PageHeading>
      <ManagedForm form={status} className="type-page">
        <div className="type-page__main">
          <NamesSection {...section} />
          <AttributesSection {...section} problem={inUse} />
          <TogetherSection {...section} ownKey={key} />
        </div>
        <div className="type-page__side">
          <DrawingSection {...section} kinds={kinds} sample={sample} />
          <SampleSection sample={sample} />
          <DeleteType typeKey={key} name={type.name} />
        </div>
        <section className="save-bar" aria-label={texts.saveBar}>
          {!inUse && <SaveError fields={edited.conflicts.map(fieldName)} onLoad={edited.takeStored} />}
          <Changed names={Object.keys(change)} />
          {Object.keys(change).length > 0 && <Button onClick={discardAll}>{texts.discard}</Button>}
          <SubmitButton variant="primary" disabled={Object.keys(change).length === 0}>
            {officeTexts.save}
          </SubmitButton>
        </section>
      </ManagedForm>
    </>
  )
}

const fieldNames: Partial<Record<string, string>> = texts.fields
const fieldName = (field: string) => fieldNames[field] ?? field

function Changed({ names }: { names: string[] }) {
  if (names.length === 0) return <p>{texts.unchanged}</p>
  const list = new Intl.ListFormat('en').format(names.map(fieldName))
  return (
    <p>
      <b>{texts.changed}</b>
      <span>{` ${list}`}</span>
    </p>
  )
}

function DeleteType({ typeKey, name }: { typeKey: string; name: string }) {
  const { busyId, run, problem } = useRowAction<DeleteAction>()
  const remove = () =>
    run(
      { id: typeKey },
      { text: texts.deleteQuestion, button: texts.yesDelete, subject: name, isDestructive: true },
    )
  return (
    <div>
      <Button variant="danger" size="small" disabled={busyId !== undefined} onClick={() => void remove()}>
        {texts.deleteType}
      </Button>
      {problem && <ErrorText>{problem.text}</ErrorText>}
    </div>
  )
}
