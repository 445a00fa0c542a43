import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import type { Product } from '#contract/products/products.ts'
import { browserApi } from '../../api/browser-api.ts'
import { useCountText } from '../../layout/shop/price.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { formAction, type Submission } from '../../ui/forms/form-action.ts'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useActionForm } from '../../ui/forms/form-state.ts'
import { notify } from '../../ui/notice.tsx'
import { productChanges } from './product-changes.ts'
import { ProductFields } from './product-fields.tsx'

/** The part as it was when the dialog was opened. */
export type EditContext = { product: Product }

const schema = async () => (await import('#contract/products/products.ts')).productEditFormSchema

/** The action of the form below: sends what differs from the part as it was shown. */
export function saveEdit(submission: Submission<EditContext>) {
  const { product } = submission.context
  return formAction(submission, {
    schema,
    toInput: ({ addQuantity, ...typed }) => ({ ...typed, addQuantity: addQuantity || undefined }),
    async send(edit) {
      const changes = productChanges(product, edit)
      // units that may have been added already must not be added twice: then the number seen must still hold
      const seen = changes.addQuantity && submission.mayBeDone ? product.availableQuantity : undefined
      await browserApi.updateProduct({
        params: { id: product._id },
        body: { ...changes, expectedQuantity: seen },
      })
    },
  })
}

/** Edits a part and restocks it; open as long as it is mounted. */
export function EditDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  return (
    <Dialog title={texts.editTitle} className="dialog--wide" onClose={onClose}>
      {(close) => <EditForm product={product} close={close} />}
    </Dialog>
  )
}

function EditForm({ product, close }: EditContext & { close: () => void }) {
  const countText = useCountText()
  const form = useActionForm({
    schema,
    about: product._id,
    context: { product },
    onDone() {
      notify({ text: texts.saved })
      close()
    },
  })
  return (
    <form {...form.props} className="form form--two">
      <ProductFields
        form={form}
        product={product}
        stock={
          <Field
            form={form}
            name="addQuantity"
            type="number"
            label={texts.addQuantity}
            hint={texts.addQuantityHint(product.availableQuantity, countText(product.availableQuantity))}
          />
        }
      />
      <div className="form__acts">
        <FormError form={form} />
        <Button
          onClick={() => {
            form.forget()
            close()
          }}
        >
          {texts.cancel}
        </Button>
        <SubmitButton form={form} look="go">
          {texts.save}
        </SubmitButton>
      </div>
    </form>
  )
}
