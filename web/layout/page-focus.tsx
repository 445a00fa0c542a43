import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

export const MAIN_ID = 'main'

/** After a navigation to another path, or to another page of a list, `main` gets the focus and the title is announced. */
export function PageFocus() {
  const { pathname, search } = useLocation()
  const page = `${pathname} ${new URLSearchParams(search).get('after') ?? ''}`
  const shown = useRef(page)
  const isTouched = useRef(false)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const touch = () => {
      isTouched.current = true
    }
    for (const type of ['click', 'keydown'])
      window.addEventListener(type, touch, { capture: true, once: true })
  }, [])
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // after a redirect before any interaction the focus is at the start of the page already
    const isIdle = !isTouched.current && document.activeElement === document.body
    if (!isIdle) document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [page])
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  )
}
