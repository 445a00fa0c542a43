import type { Elements } from './elements.ts'

type HeadingProps = { title: string; lead?: string | undefined; children?: Elements }

export function PageHeading({ title, lead, children }: HeadingProps) {
  return (
    <div className="page-heading">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      {children}
    </div>
  )
}
