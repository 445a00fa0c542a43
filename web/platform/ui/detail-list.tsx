import { Fragment, type ReactNode } from 'react'

export type Detail = { label: string; value: ReactNode; className?: string | undefined }

/** Labels and values in a `<dl>`. With `inRows` each pair is in a `<div>`, for the style sheet. */
export function DetailList({ details, className, inRows }: ListProps) {
  const Row = inRows ? 'div' : Fragment
  return (
    <dl className={className}>
      {details.map(({ label, value, className: valueClass }) => (
        <Row key={label}>
          <dt>{label}</dt>
          <dd className={valueClass}>{value}</dd>
        </Row>
      ))}
    </dl>
  )
}

type ListProps = { details: Detail[]; className?: string; inRows?: boolean }
