import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { partFields } from '#contract/products/part-fields.ts'
import type { Product, ProductChange, ProductEdit } from '#contract/products/products.ts'
import { browserApi } from '../../api/browser-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { formAction, type Submission } from '../../ui/forms/form-action.ts'
import { useActionForm } from '../../ui/forms/form-state.ts'
import { notify } from '../../ui/notice.tsx'
import { ProductForm } from './product-form.tsx'

/** The part as it was when the dialog was opened. */
export type EditContext = { product: Product }

const schema = async () => (await import('#contract/products/products.ts')).productEditFormSchema

export function saveEdit(submission: Submission<EditContext>) {
  const { product } = submission.context
  return formAction(submission, {
    schema,
    toInput: ({ addQuantity, ...typed }) => ({ ...typed, addQuantity: addQuantity || undefined }),
    async send(edit) {
      const changes = productChanges(product, edit)
      // units that may have been added already must not be added twice: then the quantity shown must still be current
      const shown = changes.addQuantity && submission.mayBeDone ? product.availableQuantity : undefined
      const body = { ...changes, expectedQuantity: shown }
      await browserApi.updateProduct({ params: { id: product._id }, body })
    },
  })
}

/** What an edit changes of a part. The rest is not sent, so that it does not undo the change of another admin. */
export function productChanges(product: Product, edit: ProductEdit): ProductChange {
  const before: Partial<Record<string, unknown>> = product
  const after: Partial<Record<string, unknown>> = edit
  const changed = partFields.filter(
    ({ name }) => name in edit && (after[name] ?? '') !== (before[name] ?? ''),
  )
  const changes = Object.fromEntries(changed.map(({ name }) => [name, after[name]]))
  return edit.addQuantity ? { ...changes, addQuantity: edit.addQuantity } : changes
}

export function EditDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  return (
    <Dialog title={texts.editTitle} className="dialog--wide" onClose={onClose}>
      {(close) => <EditForm product={product} close={close} />}
    </Dialog>
  )
}

function EditForm({ product, close }: EditContext & { close: () => void }) {
  const form = useActionForm({
    schema,
    about: product._id,
    context: { product },
    onDone() {
      notify({ text: texts.saved })
      close()
    },
  })
  function cancel() {
    form.forget()
    close()
  }
  return (
    <ProductForm form={form} product={product} submitText={texts.save}>
      <Button onClick={cancel}>{texts.cancel}</Button>
    </ProductForm>
  )
}
