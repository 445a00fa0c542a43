import { useRef, useState } from 'react'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import type { Catalogue } from '#contract/catalog/part-types/part-types.ts'
import { manageProductTexts as texts } from '#contract/catalog/products/manage-texts.ts'
import { partFields, saleUnits } from '#contract/catalog/products/part-fields.ts'
import { partFieldLabels as labels, saleUnitNames } from '#contract/catalog/products/part-fields-texts.ts'
import type { Product, ProductChange, ProductEdit } from '#contract/catalog/products/products.ts'
import { moneyInput, readCount, readMoney } from '#contract/platform/amount-input.ts'
import { isPictureAddress } from '#contract/platform/files/pictures.ts'
import type { MoneyStyle } from '#contract/platform/money.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { Dialog } from '../../platform/dialogs/dialog.tsx'
import { Field, Select, TextArea } from '../../platform/forms/field.tsx'
import { type FormState, formAction, type Submission, useActionForm } from '../../platform/forms/form.ts'
import { FormError, ManagedForm, SubmitButton } from '../../platform/forms/form-status.tsx'
import { PictureUpload } from '../../platform/forms/picture-upload.tsx'
import { CountField, MoneyField } from '../../platform/forms/typed-fields.tsx'
import { useCountText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import type { Elements } from '../../platform/ui/elements.ts'
import { notify } from '../../platform/ui/notice.tsx'
import { Picture } from '../../platform/ui/picture.tsx'
import { useTopCategories } from '../part-types/categories.ts'
import { CategoryFields, type ChosenType, PartTypeFields, useChosenType } from './part-type-fields.tsx'
import { readValueFields, toPartInput } from './part-values.ts'

type Props = {
  form: FormState
  product?: Product
  catalogue: Catalogue
  chosen: ChosenType
  submitText: string
  children?: Elements
}

/** Optional fields of one line, such as the brand. */
const optionalLines = partFields.filter((field) => field.kind === 'line' && 'initial' in field)

export function ProductForm({ form, product, catalogue, chosen, submitText, children }: Props) {
  const { currency, locale } = useStore()
  const fieldProps = (name: keyof typeof labels) => ({ name, label: labels[name] })
  const typedProps = (name: keyof typeof labels) => ({ ...fieldProps(name), error: form.errors[name] })
  return (
    <ManagedForm form={form} className="form form--two">
      <PartTypeFields form={form} product={product} catalogue={catalogue} chosen={chosen} />
      <Field
        {...fieldProps('productName')}
        defaultValue={product?.productName}
        className="form__wide"
        autoComplete="off"
        required
      />
      <MoneyField
        {...typedProps('price')}
        defaultValue={product && moneyInput(product.price, { currency, locale })}
        required
      />
      <CountField {...typedProps('minimumOrder')} defaultValue={product?.minimumOrder} required />
      {product ? (
        <AddQuantityField available={product.availableQuantity} error={form.errors.addQuantity} />
      ) : (
        <CountField {...typedProps('availableQuantity')} required />
      )}
      <CategoryFields product={product} catalogue={catalogue} chosen={chosen} />
      <Select {...fieldProps('saleUnit')} defaultValue={product?.saleUnit}>
        {saleUnits.map((unit) => (
          <option key={unit} value={unit}>
            {saleUnitNames[unit]}
          </option>
        ))}
      </Select>
      {optionalLines.map(({ name }) => (
        <Field
          key={name}
          {...fieldProps(name)}
          hint={texts.optional}
          defaultValue={product?.[name] ?? ''}
          autoComplete="off"
        />
      ))}
      <PictureField initial={product?.img} />
      <TextArea
        {...fieldProps('description')}
        hint={texts.optional}
        defaultValue={product?.description}
        className="form__wide"
      />
      <div className="form__actions">
        <FormError />
        {children}
        <SubmitButton variant="primary">{submitText}</SubmitButton>
      </div>
    </ManagedForm>
  )
}

export function CategoryOptions() {
  return useTopCategories().map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}

function AddQuantityField({ available, error }: { available: number; error: string | undefined }) {
  const hint = texts.addQuantityHint(available, useCountText()(available))
  return <CountField name="addQuantity" label={texts.addQuantity} hint={hint} error={error} isSigned />
}

function PictureField({ initial = '' }: { initial?: string | undefined }) {
  const address = useRef<HTMLInputElement>(null)
  // a typed address is previewed on blur: half-typed it would load a broken picture
  const [previewed, setPreviewed] = useState(initial)

  function onUploaded(img: string) {
    setPreviewed(img)
    if (!address.current) return
    address.current.value = img
    // removes the error of the field and stores the draft, as typing does
    address.current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div className="form__wide picture">
      <div className="form">
        <Field
          name="imgURL"
          label={labels.img}
          hint={texts.imgHint}
          inputMode="url"
          ref={address}
          defaultValue={initial}
          onBlur={({ target }) => setPreviewed(target.value.trim())}
          required
        />
        <PictureUpload label={texts.upload} hint={texts.uploadHint} onUploaded={onUploaded} />
      </div>
      <div className="figure">
        {isPictureAddress(previewed) && (
          <Picture src={previewed} fallback="/drawings/not-found.svg" alt={texts.preview} />
        )}
      </div>
    </div>
  )
}

/** Reads the amounts and numbers of the form as people type them in the shop's country. */
export function readPartFields({ currency, locale }: MoneyStyle) {
  const count = (typed: string) => readCount(typed, locale)
  const price = (typed: string) => readMoney(typed, { currency, locale })
  return { price, minimumOrder: count, availableQuantity: count, addQuantity: count }
}

/** The part as it was when the dialog was opened, and the attributes of the shop. */
export type EditContext = { product: Product; style: MoneyStyle; attributes: Attribute[] }

const schema = async () => (await import('#contract/catalog/products/products.ts')).productEditFormSchema

export function saveEdit(submission: Submission<EditContext>) {
  const { product, style, attributes } = submission.context
  return formAction(submission, {
    schema,
    read: { ...readPartFields(style), ...readValueFields(attributes, style.locale) },
    toInput: ({ addQuantity, ...values }) => ({
      ...toPartInput(values, attributes),
      addQuantity: addQuantity || undefined,
    }),
    async send(edit) {
      const changes = productChanges(product, edit)
      // an earlier attempt may have been applied: then the store adds the units only if the quantity is unchanged
      const mayAlreadyBeAdded = changes.addQuantity && submission.mayAlreadyBeDone
      const body = { ...changes, expectedQuantity: mayAlreadyBeAdded ? product.availableQuantity : undefined }
      await browserApi.updateProduct({ params: { id: product._id }, body })
    },
  })
}

/** What an edit changes of a part. The rest is not sent, so that it does not undo the change of another admin. */
export function productChanges(product: Product, edit: ProductEdit): ProductChange {
  const before: Partial<Record<string, unknown>> = { ...product, type: product.type?.key }
  const after: Partial<Record<string, unknown>> = edit
  const changed = partFields.filter(
    ({ name }) => name !== 'attributes' && name in edit && (after[name] ?? '') !== (before[name] ?? ''),
  )
  const changes: ProductChange = Object.fromEntries(changed.map(({ name }) => [name, after[name]]))
  const values = Object.entries(edit.attributes ?? {}).filter(
    ([key, value]) => value !== (product.attributes.find((one) => one.key === key)?.value ?? null),
  )
  if (values.length > 0) changes.attributes = Object.fromEntries(values)
  return edit.addQuantity ? { ...changes, addQuantity: edit.addQuantity } : changes
}

type EditProps = { product: Product; catalogue: Catalogue }

export function EditDialog({ onClose, ...part }: EditProps & { onClose: () => void }) {
  return (
    <Dialog title={texts.editTitle} className="dialog--wide" onClose={onClose}>
      {(close) => <EditForm {...part} close={close} />}
    </Dialog>
  )
}

function EditForm({ product, catalogue, close }: EditProps & { close: () => void }) {
  const { currency, locale } = useStore()
  const chosen = useChosenType(product)
  const context: EditContext = { product, style: { currency, locale }, attributes: catalogue.attributes }
  const form = useActionForm({
    schema,
    about: product._id,
    context,
    onDone() {
      chosen.forget()
      notify({ text: texts.saved })
      close()
    },
  })
  function cancel() {
    form.removeDraft()
    chosen.forget()
    close()
  }
  return (
    <ProductForm form={form} product={product} catalogue={catalogue} chosen={chosen} submitText={texts.save}>
      <Button onClick={cancel}>{texts.cancel}</Button>
    </ProductForm>
  )
}
