import { useRef, useState } from 'react'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { useEarlyChoices } from '../ui/hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { NumberInput } from './typed-fields.tsx'

type Props = {
  /** What is counted, for screen readers. */
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A whole number between buttons. What is typed counts at Enter, or when the field is left, and is brought into the limits. */
export function Stepper({ label, value, min, max, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const change = (next: number) => {
    setTyped(undefined)
    const limited = Math.max(min, Math.min(max, next))
    if (limited !== value) onChange(limited)
  }
  const commit = (text = typed) => {
    if (text !== undefined) change(/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : value)
  }
  useEarlyChoices(() => {
    const input = box.current?.querySelector('input')
    if (!input || input.value === String(value)) return
    const early = input.value
    // a click that waits to be repeated is of what was typed before it
    if (input === document.activeElement && !window.queuedClicks?.buttons.length) return setTyped(early)
    // React writes only what differs from what it wrote last
    input.value = String(value)
    commit(early)
  })
  return (
    <div ref={box} className="quantity__field">
      <button
        type="button"
        className="icon-button"
        aria-label={uiTexts.lessOf(label)}
        disabled={value <= min}
        onClick={() => change(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <NumberInput
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        min={min}
        max={max}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => commit()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit()
        }}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={uiTexts.moreOf(label)}
        disabled={value >= max}
        onClick={() => change(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
