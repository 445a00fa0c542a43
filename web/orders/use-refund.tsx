import { type ReactNode, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import { useDialog } from '../ui/dialogs/use-dialog.ts'
import { rememberFocus } from '../ui/focus-place.ts'
import { RefundDialog } from './refund-dialog.tsx'

/**
 * The refund dialog of a page. The page is read anew afterwards; where the button went with the last of the money,
 * the keyboard goes on beside it.
 */
export function useRefund(): { open: (order: Order) => void; dialog: ReactNode } {
  const { opened, open, close } = useDialog<Order>()
  const { revalidate } = useRevalidator()
  const restoreFocus = useRef<() => void>(undefined)
  // after each commit: the button goes when the page has been read anew
  useEffect(() => restoreFocus.current?.())

  function onRefunded() {
    restoreFocus.current = rememberFocus()
    // whoever points elsewhere meanwhile is not called back
    document.addEventListener('pointerdown', () => (restoreFocus.current = undefined), { once: true })
    void revalidate()
  }

  return {
    open,
    dialog: opened && (
      <RefundDialog
        key={opened.key}
        order={opened.subject}
        onClose={() => close(opened)}
        onRefunded={onRefunded}
      />
    ),
  }
}
