import { useEffect, useRef } from 'react'
import type { PartsView } from '../products/parts-address.ts'

/** The parameters of a view that a form leaves as they are. */
export function Hidden({ view }: { view: PartsView }) {
  return Object.entries(view).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  )
}

/**
 * The value of a select whose choice navigates: at once the one that was chosen, and that of the page once it has changed,
 * such as by Back. The element stays, and with it the focus.
 */
export function useShown(value: string) {
  const ref = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.value = value
  }, [value])
  return { ref, defaultValue: value }
}
