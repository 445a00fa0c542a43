import { addressLines } from '#contract/people/addresses/address-format.ts'
import { orderPageTexts as texts } from '#contract/sales/orders/order-page-texts.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { TextLines } from '../../../people/addresses/text-lines.tsx'
import { useStore } from '../../../platform/api/store-config.ts'
import type { Elements } from '../../../platform/ui/elements.ts'

/** Where an order goes, whom the invoice is for, and what the buyer noted. Nothing of a deleted account. */
export function OrderAddress({ order, noteLabel }: { order: Order; noteLabel: string }) {
  const { locale } = useStore()
  const { name, address, location, phone, note, delivery } = order
  const { method, shipTo, billTo } = delivery
  const lines = shipTo ? addressLines(shipTo, locale) : [name, address, location]
  return (
    <div className="order-address">
      {method === 'pickup' && <p>{texts.pickup}</p>}
      <Lines lines={method === 'pickup' ? [name] : lines}>
        {phone && <span className="numeric">{phone}</span>}
      </Lines>
      {billTo && (
        <>
          <h3>{texts.invoice}</h3>
          <Lines lines={addressLines(billTo, locale)} />
        </>
      )}
      {note && (
        <>
          <h3>{noteLabel}</h3>
          <p className="user-text">{note}</p>
        </>
      )}
    </div>
  )
}

function Lines({ lines, children }: { lines: (string | null)[]; children?: Elements }) {
  const filled = lines.flatMap((line) => line || [])
  return (
    <p className="order-address__lines">
      <TextLines lines={filled} />
      {children}
    </p>
  )
}
