import { useId } from 'react'
import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import type { Import } from '#contract/products/imports.ts'
import { useStore } from '../../api/store-config.ts'
import { Tag } from '../../ui/tag.tsx'

const RUNNING = { checking: true, applying: true, undoing: true } as const

const TONES: Partial<Record<Import['state'], 'ok' | 'warn' | 'bad'>> = {
  checked: 'warn',
  applied: 'ok',
  refused: 'bad',
}

/** Whether a step of an import was requested and has not ended. */
export function isRunning(state: Import['state']): state is keyof typeof RUNNING {
  return Object.hasOwn(RUNNING, state)
}

/** The state of an import in words; a step that no instance works on was interrupted. */
export function stateWords({ state, isWorking }: Pick<Import, 'state' | 'isWorking'>) {
  if (isRunning(state) && !isWorking) return { text: texts.interruptedTag, tone: 'warn' } as const
  return { text: texts.states[state], tone: TONES[state] }
}

export function StateTag({ of }: { of: Import }) {
  const { text, tone } = stateWords(of)
  return <Tag tone={tone}>{text}</Tag>
}

/** Progress in words and as a bar; without a total the bar is indeterminate. */
export function Progress({ label, done = 0, total }: { label: string; done?: number; total?: number }) {
  const id = useId()
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} value={total ? done : undefined} max={total || undefined} />
      {total ? <span className="num">{Math.floor((100 * done) / total)} %</span> : null}
    </div>
  )
}

/** Formats the size of a file; the smallest shown is 0.1 MB. */
export function useMegabytes(): (bytes: number) => string {
  const { locale } = useStore()
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (bytes) => texts.megabytes(format.format(Math.max(0.1, bytes / 1_000_000)))
}
