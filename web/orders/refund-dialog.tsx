import { orderTexts as texts } from '#contract/messages/orders.ts'
import { priceInput } from '#contract/money.ts'
import { piecesLeft, refundableAmount } from '#contract/orders/order-state.ts'
import type { Order } from '#contract/orders/orders.ts'
import { browserApi } from '../api/browser-api.ts'
import { useTakesCards } from '../api/store-config.ts'
import { useCountText, usePriceText } from '../layout/shop/price.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Field, TextArea } from '../ui/forms/field.tsx'
import { formAction, type Submission } from '../ui/forms/form-action.ts'
import { FormError, SubmitButton } from '../ui/forms/form-signs.tsx'
import { useActionForm } from '../ui/forms/form-state.ts'
import { notify } from '../ui/notice.tsx'
import { OrderItem } from './order-item.tsx'

/** Which order, and what the page showed as refunded: another refund meanwhile makes the store refuse this one. */
export type RefundContext = { id: string; refunded: number }

const schema = async () => (await import('#contract/payments/payments.ts')).refundBodySchema

/** The action of the form below. */
export function refundOrder(submission: Submission<RefundContext>) {
  const { id, refunded } = submission.context
  return formAction(submission, {
    schema,
    toInput: (typed) => ({ ...typed, refunded }),
    send: (body) => browserApi.refundOrder({ params: { id }, body }),
  })
}

type Props = { order: Order; onClose: () => void; onRefunded: () => void }

/** Gives an order's money back, all or a part; open as long as it is mounted. */
export function RefundDialog({ order, onClose, onRefunded }: Props) {
  return (
    <Dialog title={texts.refundTitle} onClose={onClose}>
      {(close) => (
        <>
          <div className="concerned">
            <OrderItem order={order} isAsked />
            <p className="sub">{order.email}</p>
          </div>
          <RefundForm
            order={order}
            onCancel={close}
            onRefunded={() => {
              close()
              onRefunded()
            }}
          />
        </>
      )}
    </Dialog>
  )
}

type FormProps = { order: Order; onCancel: () => void; onRefunded: () => void }

function RefundForm({ order, onCancel, onRefunded }: FormProps) {
  const { _id, currency, refunded } = order
  const left = refundableAmount(order)
  const takesCards = useTakesCards()
  const priceText = usePriceText()
  const countText = useCountText()
  const form = useActionForm<Order>({
    schema,
    about: _id,
    context: { id: _id, refunded },
    onDone({ refunds }) {
      const isDone = refunds.at(-1)?.status === 'done'
      const done = takesCards ? texts.refundDone : texts.refundAtCounter
      notify({ text: isDone ? done : texts.refundWaits })
      onRefunded()
    },
  })
  return (
    <form {...form.props} className="form">
      <Field
        form={form}
        name="amount"
        inputMode="decimal"
        label={texts.refundAmount}
        hint={texts.refundAmountHint(priceText(left, currency))}
        defaultValue={priceInput(left, currency)}
      />
      <Field
        form={form}
        name="pieces"
        type="number"
        label={texts.refundPieces}
        hint={texts.refundPiecesHint(countText(piecesLeft(order)))}
        defaultValue={0}
      />
      <TextArea form={form} name="reason" rows={2} label={texts.refundReason} hint={texts.refundReasonHint} />
      <FormError form={form} />
      <div className="acts">
        <Button
          onClick={() => {
            form.forget()
            onCancel()
          }}
        >
          {texts.cancel}
        </Button>
        <SubmitButton form={form} look="go">
          {texts.yesRefund}
        </SubmitButton>
      </div>
    </form>
  )
}
