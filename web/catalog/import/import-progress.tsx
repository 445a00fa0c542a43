import { useId } from 'react'

/** How far something is, in words and as a bar; without a total it has just begun. */
export function Progress({ label, done, total }: { label: string; done?: number; total?: number }) {
  const id = useId()
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} {...(total ? { value: done ?? 0, max: total } : {})} />
      {total ? <span className="num">{Math.floor((100 * (done ?? 0)) / total)} %</span> : null}
    </div>
  )
}
