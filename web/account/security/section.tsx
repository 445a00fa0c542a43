import { type ReactNode, useEffect, useRef, useState } from 'react'
import { uiTexts } from '#contract/messages/ui.ts'
import { Button, type Look } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Acts } from './acts.ts'

type SectionProps = {
  id: string
  title: string
  intro?: ReactNode
  /** What cannot be undone is marked. */
  isDangerous?: boolean
  children: ReactNode
}

/** One subject of the account: what it is about to the left, what there is and what can be done to the right. */
export function Section({ id, title, intro, isDangerous, children }: SectionProps) {
  return (
    <section className={classNames(isDangerous && 'acct__danger') || undefined} aria-labelledby={id}>
      <div className="acct__about">
        <h2 id={id}>{title}</h2>
        {intro && <p>{intro}</p>}
      </div>
      <div className="acct__body">{children}</div>
    </section>
  )
}

type ActProps = Look & {
  acts: Acts
  name: string
  label: string
  /** What comes first; the act begins when it answers true. Never throws. */
  prepare?: () => Promise<boolean>
  children: ReactNode
}

/** A button that gives way to what it starts. The keyboard goes along, and comes back to the button. */
export function Act({ acts, name, label, look, prepare, children }: ActProps) {
  const isOpen = acts.open === name
  const [isBusy, setBusy] = useState(false)
  const wasOpen = useRef(isOpen)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // where another act took this one's place, that one has the keyboard already
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  async function onClick() {
    if (isBusy) return
    setBusy(true)
    if (!prepare || (await prepare())) acts.start(name)
    setBusy(false)
  }
  if (isOpen) return <ActBody>{children}</ActBody>
  return (
    <Button ref={button} look={look} onClick={onClick} aria-busy={isBusy}>
      {label}
      {isBusy && <span className="spin" role="img" aria-label={uiTexts.loading} />}
    </Button>
  )
}

/** An act under way; the keyboard goes to its first field. */
export function ActBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus(), [])
  return (
    <div className="act" ref={body}>
      {children}
    </div>
  )
}
