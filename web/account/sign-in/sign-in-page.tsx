import { type ReactNode, useEffect, useRef } from 'react'

type EntranceProps = {
  title: string
  intro?: string
  children: ReactNode
  aside?: ReactNode
  /** The keyboard starts at the title: what follows is to be read before anything is pressed. */
  startsAtTitle?: boolean
}

/** The frame of the pages around signing in: heading, form, and beside it what helps. */
export function Entrance({ title, intro, children, aside, startsAtTitle }: EntranceProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (startsAtTitle) heading.current?.focus()
  }, [startsAtTitle])
  return (
    <section className="wrap sheet sheet--first">
      <div className="sheet__head">
        <h1 ref={heading} tabIndex={startsAtTitle ? -1 : undefined}>
          {title}
        </h1>
        {intro && <p>{intro}</p>}
      </div>
      <div className="entrance">
        <div className="entrance__form">{children}</div>
        {aside && <aside className="entrance__aside">{aside}</aside>}
      </div>
    </section>
  )
}
