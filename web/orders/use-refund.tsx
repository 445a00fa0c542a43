import type { ReactNode } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { useDialog } from '../ui/dialogs/dialog.tsx'
import { rememberFocus, useFocusRestore } from '../ui/focus.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** The refund dialog of a page. Where the button goes with the last of the money, the focus moves on beside it. */
export function useRefund(): { open: (order: Order) => void; dialog: ReactNode } {
  const { opened, open, close } = useDialog<Order>()
  const restoreFocus = useFocusRestore(false)
  return {
    open,
    dialog: opened && (
      <RefundDialog
        key={opened.key}
        order={opened.subject}
        onClose={() => close(opened)}
        onRefunded={() => restoreFocus(rememberFocus())}
      />
    ),
  }
}
