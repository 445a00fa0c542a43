import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

export const MAIN_ID = 'main'

/** After a move within the store, also to another page of a list: the keyboard starts there, and its title is read aloud. */
export function PageFocus() {
  const { pathname, search } = useLocation()
  const page = `${pathname} ${new URLSearchParams(search).get('after') ?? ''}`
  const shown = useRef(page)
  const isTouched = useRef(false)
  const [title, setTitle] = useState('')
  // who is led elsewhere before touching anything stands at the start of the page as it is
  useEffect(() => {
    const touch = () => {
      isTouched.current = true
    }
    for (const act of ['click', 'keydown']) window.addEventListener(act, touch, { capture: true, once: true })
  }, [])
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    const isIdle = !isTouched.current && document.activeElement === document.body
    if (!isIdle) document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [page])
  return (
    <div className="vh" aria-live="polite">
      {title}
    </div>
  )
}
