import type { ReactNode } from 'react'

type HeadingProps = { title: string; lead?: string; children?: ReactNode }

/** The heading of a dashboard page; `lead` says what its list shows, `children` stand at the right. */
export function PageHeading({ title, lead, children }: HeadingProps) {
  return (
    <div className="dash__h">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      {children}
    </div>
  )
}
