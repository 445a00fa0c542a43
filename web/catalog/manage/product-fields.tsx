import type { ReactNode } from 'react'
import { manageProductTexts as texts } from '#contract/messages/manage-products.ts'
import { priceInput } from '#contract/money.ts'
import { categoryIds, categoryNames } from '#contract/products/categories.ts'
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

/** What an admin says of a part. */
export function ProductFields({ form, product, stock }: Props) {
  return (
    <>
      <Field
        form={form}
        name="productName"
        label={texts.productName}
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
        label={texts.price}
        defaultValue={product && priceInput(product.price, product.currency)}
        required
      />
      <Field
        form={form}
        name="minimumOrder"
        type="number"
        inputMode="numeric"
        label={texts.minimumOrder}
        defaultValue={product?.minimumOrder}
        required
      />
      {stock}
      <Select
        form={form}
        name="category"
        label={texts.category}
        defaultValue={product?.category ?? categoryIds[0]}
      >
        {categoryIds.map((id) => (
          <option key={id} value={id}>
            {categoryNames[id]}
          </option>
        ))}
      </Select>
      <Field
        form={form}
        name="brand"
        label={texts.brand}
        hint={texts.optional}
        defaultValue={product?.brand ?? ''}
        autoComplete="off"
      />
      <Field
        form={form}
        name="partNumber"
        label={texts.partNumber}
        hint={texts.optional}
        defaultValue={product?.partNumber ?? ''}
        autoComplete="off"
      />
      <PictureField form={form} initial={product?.img} />
      <TextArea
        form={form}
        name="description"
        label={texts.description}
        hint={texts.optional}
        defaultValue={product?.description}
        className="form__wide"
      />
    </>
  )
}
