import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** One with an action stays until the action is chosen, or another page is shown. */
export type Notice = {
  text: string
  title?: string
  variant?: 'ok' | 'danger' | 'info'
  action?: { text: string; run: () => void }
}
type Shown = Notice & { id: number }

const SHOWN_MS = 9000
const MAX_SHOWN = 2
/** Pixels at least between the notices and a form that they must not cover. */
const MARGIN = 12
let show: ((notice: Notice) => void) | undefined
/** Sent before `Notices` is mounted, for example by an effect during hydration. */
const waiting: Notice[] = []
let lastId = 0

/**
 * Shows a message until it is dismissed, two newer ones come, or nine seconds pass without hover or focus. One with an
 * action replaces an earlier one with an action.
 */
export function notify(notice: Notice): void {
  if (show) show(notice)
  else waiting.push(notice)
}

/** Shows the messages of `notify`. Rendered once, in the root, even if empty: a live region must precede its text. */
export function Notices() {
  const [shown, setShown] = useState<Shown[]>([])
  useEffect(() => {
    show = (notice) => {
      lastId += 1
      const id = lastId
      setShown((before) => {
        const others = notice.action ? before.filter(({ action }) => !action) : before
        return [...others.slice(1 - MAX_SHOWN), { ...notice, id }]
      })
    }
    for (const notice of waiting.splice(0)) show(notice)
    return () => {
      show = undefined
    }
  }, [])
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each navigation to another page
  useEffect(() => setShown((before) => before.filter(({ action }) => !action)), [pathname, search])
  const region = useRef<HTMLElement>(null)
  const [isAtTop, setAtTop] = useState(false)
  const newest = shown.at(-1)?.id
  // the notices move to the top if they would cover the form of the focused control, but not that control
  useLayoutEffect(() => {
    if (newest === undefined) return
    const update = () => region.current && setAtTop(belongsAtTop(region.current))
    update()
    document.addEventListener('focusin', update)
    return () => document.removeEventListener('focusin', update)
  }, [newest])
  return (
    <section
      ref={region}
      className={classNames('notices', isAtTop && 'notices--top')}
      aria-label={uiTexts.notices}
      aria-live="polite"
    >
      {shown.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          onDismiss={() => setShown((before) => before.filter(({ id }) => id !== notice.id))}
        />
      ))}
    </section>
  )
}

function belongsAtTop(region: HTMLElement): boolean {
  const focused = document.activeElement
  if (!focused?.matches('a, button, input, select, textarea, iframe') || region.contains(focused))
    return false
  const form = (focused.closest('form') ?? focused).getBoundingClientRect()
  // the region is as high as the window allows (`dialogs.css`), and the notices are at its bottom or its top
  const { left, right, top, bottom } = region.getBoundingClientRect()
  const height = heightOfNotices(region)
  const isBeside = form.left >= right || form.right <= left
  const isAbove = form.bottom <= bottom - height - MARGIN
  return !isBeside && !isAbove && focused.getBoundingClientRect().top > top + height + MARGIN
}

function heightOfNotices({ firstElementChild: first, lastElementChild: last }: HTMLElement): number {
  return first && last ? last.getBoundingClientRect().bottom - first.getBoundingClientRect().top : 0
}

const icons = { ok: 'check', danger: 'warning', info: 'info' } as const

function NoticeCard({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const { variant = 'ok', title, text, action } = notice
  const [isHeld, setHeld] = useState(false)
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    if (isHeld || action) return
    const timer = setTimeout(() => dismiss(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, action])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, this a message and its button
    <div
      role="group"
      className={classNames('notice', variant !== 'ok' && `notice--${variant}`)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[variant]} />
      <div>
        {title && <b>{title}</b>}
        <p>{text}</p>
        {action && (
          <Button
            size="small"
            onClick={() => {
              onDismiss()
              action.run()
            }}
          >
            {action.text}
          </Button>
        )}
      </div>
      <button type="button" className="icon-button" aria-label={uiTexts.dismiss} onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  )
}
