import { useState } from 'react'
import type { Category, CategoryChange } from '#contract/catalog/part-types/categories.ts'
import { officeTexts, categoriesTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { Dialog } from '../../../platform/dialogs/dialog.tsx'
import { Field, Select } from '../../../platform/forms/field.tsx'
import { formAction, type Submission, useActionForm } from '../../../platform/forms/form.ts'
import { ManagedForm } from '../../../platform/forms/form-status.tsx'
import { notify } from '../../../platform/ui/notice.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { type DrawingKind, drawingAddressOf, drawingNameOf } from './drawing-kinds.ts'
import { DrawingPreview } from './drawing-preview.tsx'
import { newKey } from './new-key.ts'

/** The category as it was when the dialog was opened, null for a new one, and the ids that there are. */
export type CategoryContext = { category: Category | null; ids: string[] }

const schema = async () => (await import('#contract/catalog/part-types/categories.ts')).categoryFormSchema

export function saveCategoryForm(submission: Submission<CategoryContext>) {
  const { category, ids } = submission.context
  return formAction(submission, {
    schema,
    toInput: ({ parent, drawing, ...values }) => ({
      ...values,
      drawing: drawing || null,
      ...(parent !== undefined && { parent: parent || null }),
    }),
    send: (form) =>
      browserApi.saveCategory({
        params: { id: category?.id ?? newKey(form.name, ids, { fallback: 'category' }) },
        body: category ? categoryChanges(category, form) : { ...form, seen: null },
      }),
  })
}

/** What a form changes of a category. The rest is not sent, so that it does not undo the change of another admin. */
export function categoryChanges(category: Category, form: CategoryChange): CategoryChange {
  const { name, parent, description, drawing } = form
  return {
    ...(name !== category.name && { name }),
    ...(parent !== undefined && parent !== category.parent && { parent }),
    ...(description !== category.description && { description }),
    ...(drawing !== (category.drawing && drawingNameOf(category.drawing)) && { drawing }),
  }
}

type Props = { category: Category | null; categories: Category[]; kinds: DrawingKind[] }

export function CategoryDialog({ onClose, ...form }: Props & { onClose: () => void }) {
  const title = form.category ? texts.editTitle : texts.addTitle
  return (
    <Dialog title={title} className="dialog--wide" onClose={onClose}>
      {(close) => <CategoryForm {...form} close={close} />}
    </Dialog>
  )
}

function CategoryForm({ category, categories, kinds, close }: Props & { close: () => void }) {
  const context: CategoryContext = { category, ids: categories.map(({ id }) => id) }
  const form = useActionForm({
    schema,
    context,
    about: category?.id ?? 'new',
    onDone() {
      notify({ text: texts.saved })
      close()
    },
  })
  const stored = category?.drawing ? drawingNameOf(category.drawing) : ''
  const [drawing, setDrawing] = useState(stored)
  const names = [...new Set([stored, ...kinds.map(({ kind }) => kind)])].filter((name) => name !== '')
  const parents = categories.filter(({ id, parent }) => parent === null && id !== category?.id)
  function cancel() {
    form.removeDraft()
    close()
  }
  return (
    <ManagedForm form={form} className="form">
      <Field name="name" label={officeTexts.name} defaultValue={category?.name} autoComplete="off" required />
      {category?.parent !== null && (
        <Select
          name="parent"
          label={texts.parent}
          hint={category && texts.parentHint}
          defaultValue={category?.parent ?? ''}
        >
          {!category && <option value="">{texts.topLevel}</option>}
          {parents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Field
        name="description"
        label={texts.description}
        hint={texts.descriptionHint}
        defaultValue={category?.description}
        autoComplete="off"
      />
      <div className="drawing-choice">
        <Select
          name="drawing"
          label={officeTexts.drawing}
          hint={texts.drawingHint}
          defaultValue={stored}
          onChange={({ target }) => setDrawing(target.value)}
        >
          <option value="">{officeTexts.noDrawing}</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <DrawingPreview address={drawing && drawingAddressOf(drawing)} />
      </div>
      <DialogActions onCancel={cancel} />
    </ManagedForm>
  )
}
