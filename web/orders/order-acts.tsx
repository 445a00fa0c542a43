import { useRevalidator } from 'react-router'
import { disputeTexts } from '#contract/messages/disputes.ts'
import { orderTexts as texts } from '#contract/messages/orders.ts'
import { orderState } from '#contract/orders/order-state.ts'
import type { Order, OrderStatus } from '#contract/orders/orders.ts'
import { claimsMoney } from '#contract/payments/dispute-state.ts'
import { browserApi } from '../api/browser-api.ts'
import { useCountText } from '../layout/shop/price.tsx'
import { type Act, useAct } from '../layout/use-act.ts'
import { Tag } from '../ui/tag.tsx'
import { OrderItem } from './order-item.tsx'

export type OrderActs = ReturnType<typeof useOrderActs>

/** What an admin does to an order; the table is read anew after each, also after a refusal. */
export function useOrderActs() {
  const { revalidate } = useRevalidator()
  const { busyId, perform } = useAct()

  async function act(order: Order, what: Act): Promise<void> {
    const outcome = await perform(order._id, what)
    if (outcome !== 'cancelled') await revalidate()
  }

  return {
    busyId,
    setStatus: (order: Order, status: Extract<OrderStatus, 'Pending' | 'Shift'>) =>
      act(order, {
        question: {
          text: status === 'Shift' ? texts.shiftQuestion : texts.pendingQuestion,
          yes: status === 'Shift' ? texts.yesShift : texts.yesPending,
          subject: <Concerned order={order} isShifted={status === 'Shift'} />,
        },
        call: () => browserApi.setOrderStatus({ params: { id: order._id }, body: { status } }),
        done: texts.statusChanged(status),
      }),

    remove(order: Order) {
      // goods on their way are not on the shelf: the admin says otherwise where they came back
      let returnsStock = orderState(order) !== 'shifted'
      const onChoice = (isChecked: boolean) => {
        returnsStock = isChecked
      }
      return act(order, {
        question: {
          text: texts.removeQuestion,
          yes: texts.yesRemove,
          isDestructive: true,
          subject: (
            <>
              <Concerned order={order} />
              {orderState(order) !== 'expired' && (
                <StockChoice order={order} isChecked={returnsStock} onChoice={onChoice} />
              )}
            </>
          ),
        },
        call: () =>
          browserApi.deleteOrder({
            params: { id: order._id },
            query: { returnStock: returnsStock ? 'true' : 'false' },
          }),
        done: texts.adminRemoved,
      })
    },

    /** Where the shop takes no cards: the money was taken at the counter, under the order's own number. */
    markPaid: (order: Order) =>
      act(order, {
        question: {
          text: texts.markPaidQuestion,
          yes: texts.yesMarkPaid,
          subject: <Concerned order={order} />,
        },
        call: () =>
          browserApi.markOrderPaid({
            params: { id: order._id },
            body: { appointment: order._id, transactionId: `counter-${order._id}` },
          }),
        done: texts.markedPaid,
      }),
  }
}

/** Why these parts had better stay for now. */
function shiftWarning(order: Order): string | undefined {
  if (!order.paid) return texts.shiftUnpaid
  return claimsMoney(order.disputes) ? disputeTexts.shiftDisputed : undefined
}

function Concerned({ order, isShifted = false }: { order: Order; isShifted?: boolean }) {
  const warning = isShifted ? shiftWarning(order) : undefined
  return (
    <>
      <OrderItem order={order} isAsked />
      <p className="sub">{order.email || order.name}</p>
      {warning && (
        <p>
          <Tag tone="warn">{warning}</Tag>
        </p>
      )}
    </>
  )
}

type ChoiceProps = { order: Order; isChecked: boolean; onChoice: (isChecked: boolean) => void }

function StockChoice({ order, isChecked, onChoice }: ChoiceProps) {
  const countText = useCountText()
  return (
    <label className="check">
      <input
        type="checkbox"
        defaultChecked={isChecked}
        onChange={(event) => onChoice(event.target.checked)}
      />
      {texts.returnStock(order.quantity, countText(order.quantity))}
    </label>
  )
}
