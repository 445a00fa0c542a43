import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Tag({ tone, children }: { tone?: 'ok' | 'warn' | 'bad'; children: ReactNode }) {
  return <span className={classNames('tag', tone && `tag--${tone}`)}>{children}</span>
}
