import { orderPageTexts as texts } from '#contract/sales/orders/order-page-texts.ts'
import { paidAt } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { orderTexts } from '#contract/sales/orders/texts.ts'
import { receiptNumberText, receiptTexts } from '#contract/sales/receipts/texts.ts'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { Time } from '../../../platform/layout/price.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import { DownloadButton } from '../../../platform/ui/download-button.tsx'

/** The receipt of an order, or before it is paid its order sheet, to save and to print. */
export function OrderDocuments({ order }: { order: Order }) {
  const { _id: id, receiptNumber, paid } = order
  const at = paidAt(order)
  return (
    <div className="order-document">
      <p>
        <span>{receiptNumber === null ? texts.sheet : texts.receipt(receiptNumberText(receiptNumber))}</span>
        <small>{at ? <Time at={at} style="date" /> : texts.sheetText}</small>
      </p>
      <div className="actions">
        {paid && (
          <DownloadButton
            text={receiptTexts.download}
            load={() => browserApi.getReceipt({ params: { id } })}
            done={receiptTexts.downloaded}
          />
        )}
        <Button onClick={() => window.print()}>{orderTexts.print}</Button>
      </div>
    </div>
  )
}
