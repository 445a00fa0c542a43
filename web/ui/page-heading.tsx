import type { ReactNode } from 'react'

/** The heading of a dashboard page; `lead` says what its list shows, `children` stand at the right. */
export function PageHeading({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children?: ReactNode
}) {
  return (
    <div className="dash__h">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      {children}
    </div>
  )
}
