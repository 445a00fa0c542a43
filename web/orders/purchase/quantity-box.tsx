import { type FormEvent, useId } from 'react'
import { purchaseTexts as texts } from '#contract/messages/purchase.ts'
import { quantityMessages } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { useCountText } from '../../layout/shop/price.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorText } from '../../ui/forms/form-signs.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notice.tsx'
import { readQuantity, stepQuantity, typedFault } from './quantity.ts'

type Props = {
  part: Product
  /** What the box holds, as typed. */
  typed: string
  onTyped: (typed: string) => void
  /** How many the order says. */
  ordered: number
  onUpdate: (quantity: number) => void
}

/** The box that judges every keystroke; only its button changes the order. */
export function QuantityBox({ part, typed, onTyped, ordered, onUpdate }: Props) {
  const id = useId()
  const countText = useCountText()
  const fault = typedFault(typed, part)
  const isAhead = !fault && readQuantity(typed) !== ordered
  const step = (by: 1 | -1) => onTyped(String(stepQuantity(typed, by, part)))

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const quantity = readQuantity(typed)
    if (fault || quantity === '') return
    onUpdate(quantity)
    notify({ title: texts.updatedTitle, text: texts.updated })
  }

  return (
    <form className="qtybox" noValidate onSubmit={onSubmit}>
      <label className="lab" htmlFor={id}>
        {texts.quantity}
      </label>
      <div className="qty">
        <div className={classNames('qty__n', fault && 'is-bad')}>
          <StepButton icon="minus" label={texts.less} onClick={() => step(-1)} />
          <input
            id={id}
            type="number"
            inputMode="numeric"
            autoComplete="off"
            min={part.minimumOrder}
            max={part.availableQuantity}
            value={typed}
            onChange={(event) => onTyped(event.target.value)}
            aria-invalid={fault ? true : undefined}
            aria-describedby={`${id}-said`}
          />
          <StepButton icon="plus" label={texts.more} onClick={() => step(1)} />
        </div>
        <Button type="submit" disabled={fault !== undefined}>
          {texts.update}
        </Button>
      </div>
      {fault && <ErrorText id={`${id}-said`}>{quantityMessages[fault]}</ErrorText>}
      {isAhead && (
        <p className="hint" id={`${id}-said`} role="status">
          {texts.stillOrdered(countText(ordered))}
        </p>
      )}
    </form>
  )
}

type StepProps = { icon: 'plus' | 'minus'; label: string; onClick: () => void }

function StepButton({ icon, label, onClick }: StepProps) {
  return (
    <button type="button" className="ico" aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
