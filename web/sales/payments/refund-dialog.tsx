import { moneyInput } from '#contract/platform/amount-input.ts'
import { validationTexts } from '#contract/platform/texts/validation.ts'
import { refundableAmount, returnableUnits } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { useStore, useTakesCards } from '../../platform/api/store-config.ts'
import { Dialog, useDialog } from '../../platform/dialogs/dialog.tsx'
import { TextArea } from '../../platform/forms/field.tsx'
import { useActionForm } from '../../platform/forms/form.ts'
import {
  ErrorText,
  FormError,
  ManagedForm,
  SubmitButton,
  useManagedForm,
} from '../../platform/forms/form-status.tsx'
import { rememberFocus } from '../../platform/forms/remember-focus.ts'
import { useFocusRestore } from '../../platform/forms/row-action.ts'
import { CountField, MoneyField } from '../../platform/forms/typed-fields.tsx'
import { useCountText, usePriceText } from '../../platform/layout/price.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { notify } from '../../platform/ui/notice.tsx'
import { OrderItem } from '../orders/order-cells.tsx'
import { loadRefundSchema } from './refund-action.ts'
import { RefundByLine, refundableLines } from './refund-by-line.tsx'

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
      <Dialog
        title={texts.refundTitle}
        className={order.lines.length > 1 ? 'wide-dialog' : undefined}
        onClose={onClose}
      >
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
  const { _id, currency, refunded, lines } = order
  const { locale } = useStore()
  const isByLine = lines.length > 1
  const rows = isByLine ? refundableLines(order) : []
  const form = useActionForm<Order>({
    schema: loadRefundSchema,
    about: _id,
    context: {
      id: _id,
      refunded,
      style: { currency, locale },
      positions: rows.map(({ position }) => position),
    },
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
      {isByLine ? <RefundByLine order={order} rows={rows} /> : <RefundOfAmount order={order} />}
      <TextArea name="reason" rows={2} label={texts.refundReason} hint={texts.refundReasonHint} />
      {form.errors.lines && <ErrorText isOfForm>{texts.refundNothing}</ErrorText>}
      <FormError />
      <div className="actions">
        <Button onClick={cancel}>{texts.cancel}</Button>
        <SubmitButton variant="primary">{texts.yesRefund}</SubmitButton>
      </div>
    </ManagedForm>
  )
}

/** The fields for an order of one line. */
function RefundOfAmount({ order }: { order: Order }) {
  const { currency } = order
  const { locale } = useStore()
  const { errors } = useManagedForm()
  const maxAmount = refundableAmount(order)
  const priceText = usePriceText()
  const countText = useCountText()
  return (
    <>
      <MoneyField
        name="amount"
        label={texts.refundAmount}
        hint={texts.refundAmountHint(priceText(maxAmount, currency))}
        error={errors.amount}
        defaultValue={moneyInput(maxAmount, { currency, locale })}
      />
      <CountField
        name="pieces"
        error={errors.pieces}
        label={texts.refundPieces}
        hint={texts.refundPiecesHint(countText(returnableUnits(order)))}
        defaultValue={0}
      />
    </>
  )
}
