import { importPageTexts as texts } from '#contract/messages/import-page.ts'
import type { Import } from '#contract/products/imports.ts'

const UNDERWAY = { checking: true, applying: true, undoing: true } as const
type Underway = keyof typeof UNDERWAY

const TONES: Partial<Record<Import['state'], 'ok' | 'warn' | 'bad'>> = {
  checked: 'warn',
  applied: 'ok',
  refused: 'bad',
}

/** Whether a step of an import was asked for, and is not done. */
export function isUnderway(state: Import['state']): state is Underway {
  return Object.hasOwn(UNDERWAY, state)
}

/** Where an import stands, in a word or two; a step that nobody works on was interrupted. */
export function stateWords({ state, isWorking }: Pick<Import, 'state' | 'isWorking'>) {
  if (isUnderway(state) && !isWorking) return { text: texts.interruptedTag, tone: 'warn' } as const
  return { text: texts.states[state], tone: TONES[state] }
}
