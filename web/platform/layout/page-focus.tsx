import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { rememberFocus } from '../forms/remember-focus.ts'

export const MAIN_ID = 'main'

/** Parameters that lead to another page at the same path: of a list, of the checkout. */
const PAGE_PARAMETERS = ['page', 'after', 'order']

/**
 * After a navigation to another path or list page, announces the title and focuses `main` (exception below). After one within a
 * page, such as a filter that took itself away, the focus that was lost goes to what stands in its place.
 */
export function PageFocus() {
  const { pathname, search } = useLocation()
  const parameters = new URLSearchParams(search)
  const page = [pathname, ...PAGE_PARAMETERS.map((name) => parameters.get(name) ?? '')].join(' ')
  const shown = useRef(page)
  const hasInteracted = useRef(false)
  const back = useRef<() => void>(undefined)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const onInteraction = () => {
      hasInteracted.current = true
    }
    for (const type of ['click', 'keydown'])
      window.addEventListener(type, onInteraction, { capture: true, once: true })
  }, [])
  useEffect(() => {
    const remember = () => {
      back.current = document.activeElement === document.body ? undefined : rememberFocus()
    }
    window.addEventListener('click', remember, { capture: true })
    return () => window.removeEventListener('click', remember, { capture: true })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation
  useEffect(() => {
    back.current?.()
    back.current = undefined
  }, [search])
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // after a redirect before any interaction the focus is at the start of the page already
    const isIdle = !hasInteracted.current && document.activeElement === document.body
    if (!isIdle) document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [page])
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  )
}
