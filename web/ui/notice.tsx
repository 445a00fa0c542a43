import { useCallback, useEffect, useState } from 'react'
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
let show: ((notice: Notice) => void) | undefined
let lastId = 0

/** Tells the person what has happened: shown at the edge for nine seconds and read aloud. Browser only. */
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
      setShown((before) => [...before.slice(-2), { ...notice, id }])
    }
    return () => {
      show = undefined
    }
  }, [])
  const dismiss = useCallback((id: number) => {
    setShown((before) => before.filter((notice) => notice.id !== id))
  }, [])
  return (
    <section className="notices" aria-label={uiTexts.notices} aria-live="polite">
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onDismiss={dismiss} />
      ))}
    </section>
  )
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
