import type { ReactNode } from 'react'

type HeadingProps = { title: string; lead?: string; children?: ReactNode }

export function PageHeading({ title, lead, children }: HeadingProps) {
  return (
    <div className="page-heading">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      {children}
    </div>
  )
}
