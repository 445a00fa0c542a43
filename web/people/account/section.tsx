import { type ReactNode, useEffect, useRef, useState } from 'react'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { Button, type ButtonStyle } from '../../platform/ui/button.tsx'

type SectionProps = {
  id: string
  title: string
  intro?: ReactNode
  isDangerous?: boolean
  children: ReactNode
}

export function Section({ id, title, intro, isDangerous, children }: SectionProps) {
  return (
    <section className={isDangerous ? 'account__danger' : undefined} aria-labelledby={id}>
      <div className="account__text">
        <h2 id={id}>{title}</h2>
        {intro && <p>{intro}</p>}
      </div>
      <div className="account__body">{children}</div>
    </section>
  )
}

export type OpenForm = { name: string | undefined; show: (name: string) => void; close: () => void }

export function useOpenForm(): OpenForm {
  const [name, setName] = useState<string>()
  return { name, show: setName, close: () => setName(undefined) }
}

type FormToggleProps = ButtonStyle & {
  openForm: OpenForm
  name: string
  label: string
  /** Runs first; the form is shown if it resolves to true. Never throws. */
  prepare?: () => Promise<boolean>
  children: ReactNode
}

export function FormToggle({ openForm, name, label, variant, prepare, children }: FormToggleProps) {
  const isOpen = openForm.name === name
  const [isBusy, setBusy] = useState(false)
  const wasOpen = useRef(isOpen)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // where another form was opened instead, that one has the focus already
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  async function onClick() {
    if (isBusy) return
    setBusy(true)
    if (!prepare || (await prepare())) openForm.show(name)
    setBusy(false)
  }
  if (isOpen) return <FormBody>{children}</FormBody>
  return (
    <Button ref={button} variant={variant} onClick={onClick} aria-busy={isBusy}>
      <span>{label}</span>
      {isBusy && <span className="spinner" role="img" aria-label={uiTexts.loading} />}
    </Button>
  )
}

export function FormBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus(), [])
  return (
    <div className="inline-form" ref={body}>
      {children}
    </div>
  )
}
