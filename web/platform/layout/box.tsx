import { useId } from 'react'
import type { Elements } from '../ui/elements.ts'

/** A section of a page of the back office, with its heading in a bar. */
export function Box({ title, action, children }: { title: string; action?: Elements; children: Elements }) {
  const id = useId()
  return (
    <section className="box" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}
