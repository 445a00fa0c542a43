import { useRef } from 'react'
import { isApiError } from '#contract/api-client.ts'
import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import type { Product } from '#contract/products/products.ts'
import { browserApi } from '../../api/browser-api.ts'
import { useCountText } from '../../layout/shop/price.tsx'
import { Button } from '../../ui/button.tsx'
import { OpenDialog } from '../../ui/dialogs/open-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import { useForm } from '../../ui/forms/form-state.ts'
import { notify } from '../../ui/notice.tsx'
import { productChanges } from './product-changes.ts'
import { ProductFields } from './product-fields.tsx'

type Props = { product: Product; onClose: () => void; onSaved: () => void }

/** Edits a part and restocks it; open as long as it is mounted. */
export function EditDialog({ product, onClose, onSaved }: Props) {
  return (
    <OpenDialog title={texts.editTitle} className="dialog--wide" onClose={onClose}>
      {(close) => (
        <EditForm
          product={product}
          onCancel={close}
          onSaved={() => {
            close()
            onSaved()
          }}
        />
      )}
    </OpenDialog>
  )
}

type FormProps = { product: Product; onCancel: () => void; onSaved: () => void }

function EditForm({ product, onCancel, onSaved }: FormProps) {
  const isUncertain = useRef(false)
  const countText = useCountText()
  const form = useForm({
    schema: async () => (await import('#contract/products/products.ts')).productEditFormSchema,
    about: product._id,
    toInput: ({ addQuantity, ...typed }) => ({ ...typed, addQuantity: addQuantity || undefined }),
    submit: async (edit) => {
      const changes = productChanges(product, edit)
      // pieces that may have been added already must not be added twice: then the number seen must still hold
      const seen = changes.addQuantity && isUncertain.current ? product.availableQuantity : undefined
      try {
        await browserApi.updateProduct({
          params: { id: product._id },
          body: { ...changes, expectedQuantity: seen },
        })
      } catch (error) {
        isUncertain.current ||= !isApiError(error) || error.status >= 500
        throw error
      }
      notify({ text: texts.saved })
      onSaved()
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
            onCancel()
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
