import { type FormEvent, useId } from 'react'
import type { Product } from '#contract/catalog/products/products.ts'
import { checkQuantity, type QuantityFault, quantityMessages } from '#contract/sales/orders/orders.ts'
import { purchaseTexts as texts } from '#contract/sales/orders/purchase-texts.ts'
import { ErrorText } from '../../platform/forms/form-status.tsx'
import { NumberInput } from '../../platform/forms/typed-fields.tsx'
import { useCountText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { classNames } from '../../platform/ui/class-names.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { notify } from '../../platform/ui/notice.tsx'

type Limits = Pick<Product, 'minimumOrder' | 'availableQuantity'>
type Props = {
  part: Product
  typed: string
  onTyped: (typed: string) => void
  ordered: number
  onUpdate: (quantity: number) => void
}

/** Validates each keystroke; only submitting it changes the quantity of the order. */
export function QuantityBox({ part, typed, onTyped, ordered, onUpdate }: Props) {
  const id = useId()
  const countText = useCountText()
  const fault = checkTyped(typed, part)
  const quantity = readQuantity(typed)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (fault || quantity === '') return
    onUpdate(quantity)
    notify({ title: texts.updatedTitle, text: texts.updated })
  }
  const stepButton = (icon: 'plus' | 'minus', label: string, step: 1 | -1) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      onClick={() => onTyped(String(stepQuantity(typed, step, part)))}
    >
      <Icon name={icon} />
    </button>
  )

  return (
    <form className="quantity-box" noValidate onSubmit={onSubmit}>
      <label className="field-label" htmlFor={id}>
        {texts.quantity}
      </label>
      <div className="quantity">
        <div className={classNames('quantity__field', fault && 'is-bad')}>
          {stepButton('minus', texts.less, -1)}
          <NumberInput
            id={id}
            inputMode="numeric"
            autoComplete="off"
            min={part.minimumOrder}
            max={part.availableQuantity}
            value={typed}
            onChange={(event) => onTyped(event.target.value)}
            aria-invalid={fault ? true : undefined}
            aria-describedby={`${id}-message`}
          />
          {stepButton('plus', texts.more, 1)}
        </div>
        <Button type="submit" disabled={fault !== undefined}>
          {texts.update}
        </Button>
      </div>
      {fault && <ErrorText id={`${id}-message`}>{quantityMessages[fault]}</ErrorText>}
      {!fault && quantity !== ordered && (
        <p className="hint" id={`${id}-message`} role="status">
          {texts.stillOrdered(countText(ordered))}
        </p>
      )}
    </form>
  )
}

/** The error of a typed quantity; text that is not a whole number of up to 15 digits counts as missing. */
export function checkTyped(typed: string, limits: Limits): QuantityFault | undefined {
  return checkQuantity(readQuantity(typed), limits)
}

export function readQuantity(typed: string): number | '' {
  const text = typed.trim()
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : ''
}

export function stepQuantity(typed: string, step: 1 | -1, limits: Limits): number {
  const quantity = readQuantity(typed)
  if (quantity === '') return limits.minimumOrder
  return Math.min(limits.availableQuantity, Math.max(limits.minimumOrder, Math.floor(quantity) + step))
}
