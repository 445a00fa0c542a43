import { isApiError } from '#contract/api-client.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { orderState } from '#contract/sales/orders/order-state.ts'
import type { Order, OrderStatus } from '#contract/sales/orders/orders.ts'
import { orderParts, orderTexts as texts } from '#contract/sales/orders/texts.ts'
import { isChargedBack } from '#contract/sales/payments/dispute-state.ts'
import { disputeTexts } from '#contract/sales/payments/dispute-texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { confirm } from '../../platform/dialogs/confirm.tsx'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import { buyerOf, OrderItem } from './order-cells.tsx'

export type OrderAction = { id: string } & (
  | { intent: 'setStatus'; status: NewStatus }
  | { intent: 'delete'; returnStock: 'true' | 'false' }
  | { intent: 'markPaid' }
)
type NewStatus = Extract<OrderStatus, 'Pending' | 'Shift'>
export type OrderActions = ReturnType<typeof useOrderActions>

export function runOrderAction(action: OrderAction) {
  const params = { id: action.id }
  return rowAction(async () => {
    switch (action.intent) {
      case 'setStatus':
        return (await setStatus(params, action.status)) ? texts.statusChanged(action.status) : undefined
      case 'delete':
        await browserApi.deleteOrder({ params, query: { returnStock: action.returnStock } })
        return texts.adminRemoved
      case 'markPaid': {
        // a store without cards is paid at the counter: the transaction id is made of the order's id
        const body = { appointment: action.id, transactionId: `counter-${action.id}` }
        await browserApi.markOrderPaid({ params, body })
        return texts.markedPaid
      }
    }
  })
}

/** False if the order is held back, since it is refunded or disputed, and the admin does not send it nevertheless. */
async function setStatus(params: { id: string }, status: NewStatus): Promise<boolean> {
  try {
    await browserApi.setOrderStatus({ params, body: { status } })
  } catch (error) {
    if (!isApiError(error) || (error.code !== 'shift_refunded' && error.code !== 'shift_disputed'))
      throw error
    const question = { text: errorTexts[error.code], button: texts.yesShiftHeld, isDestructive: true }
    if (!(await confirm(question))) return false
    await browserApi.setOrderStatus({ params, body: { status, confirm: true } })
  }
  return true
}

export function useOrderActions() {
  const { busyId, run } = useRowAction<OrderAction>()
  return {
    busyId,
    setStatus: (order: Order, status: NewStatus) =>
      run(
        { id: order._id, intent: 'setStatus', status },
        {
          text: status === 'Shift' ? texts.shiftQuestion : texts.pendingQuestion,
          button: status === 'Shift' ? texts.yesShift : texts.yesPending,
          subject: <Summary order={order} warning={status === 'Shift' ? shiftWarning(order) : undefined} />,
        },
      ),
    remove(order: Order) {
      const state = orderState(order)
      // shifted parts have left the store: by default they do not return to stock
      let returnsStock = state !== 'shifted'
      const onChoice = (isChecked: boolean) => {
        returnsStock = isChecked
      }
      return run(() => ({ id: order._id, intent: 'delete', returnStock: returnsStock ? 'true' : 'false' }), {
        text: texts.removeQuestion,
        button: texts.yesRemove,
        isDestructive: true,
        subject: (
          <>
            <Summary order={order} />
            {state !== 'expired' && (
              <StockChoice order={order} isChecked={returnsStock} onChoice={onChoice} />
            )}
          </>
        ),
      })
    },
    markPaid: (order: Order) =>
      run(
        { id: order._id, intent: 'markPaid' },
        { text: texts.markPaidQuestion, button: texts.yesMarkPaid, subject: <Summary order={order} /> },
      ),
  }
}

/** Bound to the stored status: when the admin cancels the dialog, the select shows the old value again. */
export function StatusSelect({ order, actions }: { order: Order; actions: OrderActions }) {
  return (
    <select
      className="choice"
      aria-label={texts.statusOf(order.number, orderParts(order), buyerOf(order))}
      value={order.status === 'Shift' ? 'Shift' : 'Pending'}
      disabled={['expired', 'cancelling'].includes(orderState(order)) || actions.busyId === order._id}
      onChange={({ target }) => actions.setStatus(order, target.value === 'Shift' ? 'Shift' : 'Pending')}
    >
      <option value="Pending">{texts.pending}</option>
      <option value="Shift">{texts.shifted}</option>
    </select>
  )
}

function shiftWarning(order: Order): string | undefined {
  if (!order.paid) return texts.shiftUnpaid
  return isChargedBack(order.disputes) ? disputeTexts.shiftDisputed : undefined
}

function Summary({ order, warning }: { order: Order; warning?: string | undefined }) {
  return (
    <>
      <OrderItem order={order} isInDialog />
      <p className="secondary-text">{buyerOf(order)}</p>
      {warning && (
        <p>
          <Tag variant="warning">{warning}</Tag>
        </p>
      )}
    </>
  )
}

type ChoiceProps = { order: Order; isChecked: boolean; onChoice: (isChecked: boolean) => void }

function StockChoice({ order: { quantity }, isChecked, onChoice }: ChoiceProps) {
  const countText = useCountText()
  return (
    <label className="check">
      <input
        type="checkbox"
        defaultChecked={isChecked}
        onChange={(event) => onChoice(event.target.checked)}
      />
      <span>{texts.returnStock(quantity, countText(quantity))}</span>
    </label>
  )
}
