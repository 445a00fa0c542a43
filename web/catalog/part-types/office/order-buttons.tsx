import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { officeTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import { rememberFocus } from '../../../platform/forms/remember-focus.ts'
import { Icon } from '../../../platform/ui/icon.tsx'

type Props = {
  /** What is moved, for screen readers. */
  name: string
  at: number
  count: number
  isBusy?: boolean
  onMove: (by: 1 | -1) => void
}

/** Moves one of several up or down. The buttons stay at the ends, so that the focus does. */
export function OrderButtons({ name, at, count, isBusy = false, onMove }: Props) {
  return (
    <span className="order-buttons">
      <button
        type="button"
        className="icon-button"
        aria-label={texts.up(name)}
        aria-disabled={at === 0 || isBusy}
        onClick={() => at > 0 && !isBusy && onMove(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.down(name)}
        aria-disabled={at === count - 1 || isBusy}
        onClick={() => at < count - 1 && !isBusy && onMove(1)}
      >
        <Icon name="down" />
      </button>
    </span>
  )
}

/** Removes a row of a list. The focus goes to the row in its place, else to the first button of the group. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  function remove({ currentTarget }: MouseEvent<HTMLElement>) {
    const group = currentTarget.closest('fieldset, section')
    const restore = rememberFocus()
    flushSync(onRemove)
    restore()
    if (document.activeElement === document.body) group?.querySelector('button')?.focus()
  }
  return (
    <button type="button" className="icon-button" aria-label={texts.removeOf(name)} onClick={remove}>
      <Icon name="close" />
    </button>
  )
}

/** The list with one of its members a place further up or down. */
export function swapped<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const moved = list[at]
  const rest = list.filter((_, index) => index !== at)
  return moved === undefined ? rest : rest.toSpliced(at + by, 0, moved)
}
