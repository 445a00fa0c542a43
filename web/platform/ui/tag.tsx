import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Tag({ variant, children }: { variant?: 'ok' | 'warning' | 'danger'; children: ReactNode }) {
  return <span className={classNames('tag', variant && `tag--${variant}`)}>{children}</span>
}
