import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Tag({ variant, children }: { variant?: 'ok' | 'warning' | 'danger'; children: ReactNode }) {
  return <span className={classNames('tag', variant && `tag--${variant}`)}>{children}</span>
}

/**
 * `open`: not begun. `underWay`. `done`. `billed`: on account. `waits` for a person, `alarm`: and is a problem; only these
 * two have a ground. `refused`: a problem that waits for nobody. `ended`: or does not apply.
 */
export type StatusKind = 'open' | 'underWay' | 'done' | 'billed' | 'waits' | 'alarm' | 'refused' | 'ended'

/** A status in a dense table: shape, word and colour. */
export function Status({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return <span className={classNames('status', `status--${kind}`)}>{children}</span>
}
