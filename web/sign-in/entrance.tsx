import type { ReactNode } from 'react'

type EntranceProps = { title: string; intro?: string; children: ReactNode; aside?: ReactNode }

/** The frame of the pages around signing in: heading, form, and beside it what helps. */
export function Entrance({ title, intro, children, aside }: EntranceProps) {
  return (
    <section className="wrap sheet sheet--first">
      <div className="sheet__head">
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
      </div>
      <div className="entrance">
        <div className="entrance__form">{children}</div>
        {aside && <aside className="entrance__aside">{aside}</aside>}
      </div>
    </section>
  )
}
