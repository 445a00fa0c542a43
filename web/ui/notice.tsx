import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { uiTexts } from '#contract/messages/ui.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type Notice = {
  text: string
  /** A short heading above the text. */
  title?: string
  tone?: 'ok' | 'bad' | 'info'
}
type Shown = Notice & { id: number }

const SHOWN_MS = 9000
/** An older one goes when one more comes. */
const AT_ONCE = 2
/** The style sheet's distance from the foot of the window, and a little air. */
const FOOT = 32
/** And from its head, under the store's header. */
const HEAD = 93
let show: ((notice: Notice) => void) | undefined
let lastId = 0

/**
 * Tells the person what has happened: shown at the foot of the window, or under the header where that would
 * cover what is in use, for nine seconds, and read aloud. Browser only.
 */
export function notify(notice: Notice): void {
  show?.(notice)
}

/** The one place where notices appear; stands once in the root, from the start, as live regions must. */
export function Notices() {
  const [shown, setShown] = useState<Shown[]>([])
  useEffect(() => {
    show = (notice) => {
      lastId += 1
      const id = lastId
      setShown((before) => [...before.slice(1 - AT_ONCE), { ...notice, id }])
    }
    return () => {
      show = undefined
    }
  }, [])
  const dismiss = useCallback((id: number) => {
    setShown((before) => before.filter((notice) => notice.id !== id))
  }, [])
  const place = useRef<HTMLElement>(null)
  const [isHigh, setHigh] = useState(false)
  const newest = shown.at(-1)?.id
  // chosen as a notice comes, and again as the keyboard goes on: what has the focus is never covered
  useLayoutEffect(() => {
    if (newest === undefined) return
    const choose = () => place.current && setHigh(belongsHigh(place.current))
    choose()
    document.addEventListener('focusin', choose)
    return () => document.removeEventListener('focusin', choose)
  }, [newest])
  return (
    <section
      ref={place}
      className={classNames('notices', isHigh && 'notices--high')}
      aria-label={uiTexts.notices}
      aria-live="polite"
    >
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onDismiss={dismiss} />
      ))}
    </section>
  )
}

/**
 * Whether the notices, at the foot of the window, would lie over the control that has the focus, or over its form;
 * and would not lie over that control under the header.
 */
function belongsHigh(notices: HTMLElement): boolean {
  const used = document.activeElement
  if (!used?.matches('a, button, input, select, textarea, iframe') || notices.contains(used)) return false
  const form = (used.closest('form') ?? used).getBoundingClientRect()
  const { left, right, height } = notices.getBoundingClientRect()
  const isBeside = form.left >= right || form.right <= left
  const isAbove = form.bottom <= window.innerHeight - height - FOOT
  return !isBeside && !isAbove && used.getBoundingClientRect().top > HEAD + height
}

const icons = { ok: 'check', bad: 'warning', info: 'info' } as const

function NoticeCard({ notice, onDismiss }: { notice: Shown; onDismiss: (id: number) => void }) {
  const { tone = 'ok' } = notice
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onDismiss, SHOWN_MS, notice.id)
    return () => clearTimeout(timer)
  }, [isHeld, notice.id, onDismiss])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, this a message and its button
    <div
      role="group"
      className={classNames('notice', tone !== 'ok' && `notice--${tone}`)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[tone]} />
      <div>
        {notice.title && <b>{notice.title}</b>}
        <p>{notice.text}</p>
      </div>
      <button type="button" className="ico" aria-label={uiTexts.dismiss} onClick={() => onDismiss(notice.id)}>
        <Icon name="close" />
      </button>
    </div>
  )
}
