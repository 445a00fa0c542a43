import { moneyInput, readCount, readMoney } from '#contract/platform/amount-input.ts'
import type { MoneyStyle } from '#contract/platform/money.ts'
import { validationTexts } from '#contract/platform/texts/validation.ts'
import { refundableAmount, returnableUnits } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { useStore, useTakesCards } from '../../platform/api/store-config.ts'
import { Dialog, useDialog } from '../../platform/dialogs/dialog.tsx'
import { TextArea } from '../../platform/forms/field.tsx'
import { formAction, type Submission, useActionForm } from '../../platform/forms/form.ts'
import { FormError, ManagedForm, SubmitButton } from '../../platform/forms/form-status.tsx'
import { rememberFocus } from '../../platform/forms/remember-focus.ts'
import { useFocusRestore } from '../../platform/forms/row-action.ts'
import { CountField, MoneyField } from '../../platform/forms/typed-fields.tsx'
import { useCountText, usePriceText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { OrderItem } from '../orders/order-cells.tsx'

/** The order, and the refunded amount that the page showed: after another refund the store refuses this one. */
export type RefundContext = { id: string; refunded: number; style: MoneyStyle }

const schema = async () => (await import('#contract/sales/payments/payments.ts')).refundBodySchema

export function refundOrder(submission: Submission<RefundContext>) {
  const { id, refunded, style } = submission.context
  return formAction(submission, {
    schema,
    read: {
      amount: (typed) => readMoney(typed, style),
      pieces: (typed) => readCount(typed, style.locale),
    },
    toInput: (values) => ({ ...values, refunded }),
    send: (body) => browserApi.refundOrder({ params: { id }, body }),
  })
}

/**
 * The dialog that refunds one of `orders`. It shows what the page has read last, as after another admin's refund.
 * After a full refund the Refund button is gone: the focus moves to its row or `main`.
 */
export function useRefundDialog(orders: readonly Order[]) {
  const restoreFocus = useFocusRestore(false)
  const takesCards = useTakesCards()
  return useDialog<Order>((opened, onClose) => {
    const order = orders.find(({ _id }) => _id === opened._id) ?? opened
    return (
      <Dialog title={texts.refundTitle} onClose={onClose}>
        {(close) => (
          <>
            <div className="dialog__subject">
              <OrderItem order={order} isInDialog />
              <p className="secondary-text">{order.email}</p>
              <p>{explainRefund(order, takesCards)}</p>
            </div>
            {isRefundable(order, takesCards) ? (
              <RefundForm
                order={order}
                onCancel={close}
                onRefunded={() => {
                  close()
                  restoreFocus(rememberFocus())
                }}
              />
            ) : (
              <div className="actions">
                <Button onClick={close}>{texts.cancel}</Button>
              </div>
            )}
          </>
        )}
      </Dialog>
    )
  })
}

function isRefundable({ settlement }: Order, takesCards: boolean): boolean {
  return settlement !== 'card' || takesCards
}

function explainRefund(order: Order, takesCards: boolean): string {
  if (!isRefundable(order, takesCards)) return validationTexts.refundWithoutCards
  return order.settlement === 'counter' ? texts.refundByHand : texts.refundToCard
}

type FormProps = { order: Order; onCancel: () => void; onRefunded: () => void }

function RefundForm({ order, onCancel, onRefunded }: FormProps) {
  const { _id, currency, refunded } = order
  const { locale } = useStore()
  const maxAmount = refundableAmount(order)
  const priceText = usePriceText()
  const countText = useCountText()
  const form = useActionForm<Order>({
    schema,
    about: _id,
    context: { id: _id, refunded, style: { currency, locale } },
    onDone({ refunds, settlement }) {
      const isDone = refunds.at(-1)?.status === 'done'
      const doneText = settlement === 'counter' ? texts.refundAtCounter : texts.refundDone
      notify({ text: isDone ? doneText : texts.refundWaits })
      onRefunded()
    },
  })
  function cancel() {
    form.removeDraft()
    onCancel()
  }
  return (
    <ManagedForm form={form} className="form">
      <MoneyField
        name="amount"
        label={texts.refundAmount}
        hint={texts.refundAmountHint(priceText(maxAmount, currency))}
        error={form.errors.amount}
        defaultValue={moneyInput(maxAmount, { currency, locale })}
      />
      <CountField
        name="pieces"
        error={form.errors.pieces}
        label={texts.refundPieces}
        hint={texts.refundPiecesHint(countText(returnableUnits(order)))}
        defaultValue={0}
      />
      <TextArea name="reason" rows={2} label={texts.refundReason} hint={texts.refundReasonHint} />
      <FormError />
      <div className="actions">
        <Button onClick={cancel}>{texts.cancel}</Button>
        <SubmitButton variant="primary">{texts.yesRefund}</SubmitButton>
      </div>
    </ManagedForm>
  )
}
