import type { ReactNode } from 'react'
import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { partFieldLabels as labels } from '#contract/messages/part-fields.ts'
import { priceInput } from '#contract/money.ts'
import { categoryIds, categoryNames } from '#contract/products/categories.ts'
import { partFields } from '#contract/products/part-fields.ts'
import type { Product } from '#contract/products/products.ts'
import { Field, Select, TextArea } from '../../ui/forms/field.tsx'
import type { FormState } from '../../ui/forms/form-state.ts'
import { PictureField } from './picture-field.tsx'

type Props = {
  form: FormState
  /** The part that is edited; absent for a new one. */
  product?: Product
  /** The field that says or changes how many are on the shelf. */
  stock: ReactNode
}

/** Texts of one line that a part may lack, such as its brand. */
const optionalLines = partFields.filter((field) => field.kind === 'line' && 'initial' in field)

/** The fields that an admin fills in of a part. */
export function ProductFields({ form, product, stock }: Props) {
  return (
    <>
      <Field
        form={form}
        name="productName"
        label={labels.productName}
        defaultValue={product?.productName}
        className="form__wide"
        autoComplete="off"
        required
      />
      <Field
        form={form}
        name="price"
        type="number"
        step="any"
        inputMode="decimal"
        label={labels.price}
        defaultValue={product && priceInput(product.price, product.currency)}
        required
      />
      <Field
        form={form}
        name="minimumOrder"
        type="number"
        inputMode="numeric"
        label={labels.minimumOrder}
        defaultValue={product?.minimumOrder}
        required
      />
      {stock}
      <Select
        form={form}
        name="category"
        label={labels.category}
        defaultValue={product?.category ?? categoryIds[0]}
      >
        {categoryIds.map((id) => (
          <option key={id} value={id}>
            {categoryNames[id]}
          </option>
        ))}
      </Select>
      {optionalLines.map(({ name }) => (
        <Field
          key={name}
          form={form}
          name={name}
          label={labels[name]}
          hint={texts.optional}
          defaultValue={product?.[name] ?? ''}
          autoComplete="off"
        />
      ))}
      <PictureField form={form} initial={product?.img} />
      <TextArea
        form={form}
        name="description"
        label={labels.description}
        hint={texts.optional}
        defaultValue={product?.description}
        className="form__wide"
      />
    </>
  )
}
