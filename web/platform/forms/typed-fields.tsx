import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame } from './field.tsx'

type Props = {
  name: string
  label: ReactNode
  hint?: ReactNode
  error: ReactNode
  defaultValue?: string | number | undefined
  required?: boolean
}

/**
 * An amount of money, read by `readMoney`. A text field: a number field drops a comma where the browser's language has none
 * in numbers, and its wheel and spinner change the amount unnoticed.
 */
export function MoneyField({ label, hint, error, ...input }: Props) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(aria) => <input {...input} {...aria} type="text" inputMode="decimal" autoComplete="off" />}
    </FieldFrame>
  )
}

/** A whole number, read by `readCount`; with `isSigned` the keypad of a phone has a minus. */
export function CountField({
  label,
  hint,
  error,
  isSigned = false,
  ...input
}: Props & { isSigned?: boolean }) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(aria) => (
        <input
          {...input}
          {...aria}
          type="text"
          inputMode={isSigned ? 'text' : 'numeric'}
          autoComplete="off"
        />
      )}
    </FieldFrame>
  )
}

/** A number field that only the keyboard and the buttons beside it change. */
export function NumberInput(props: ComponentProps<'input'>) {
  return <input {...props} type="number" ref={keepFromWheel} />
}

/** The listener of React is passive and cannot prevent the change. */
function keepFromWheel(input: HTMLInputElement) {
  const onWheel = (event: WheelEvent) => {
    if (document.activeElement === input) event.preventDefault()
  }
  input.addEventListener('wheel', onWheel, { passive: false })
  return () => input.removeEventListener('wheel', onWheel)
}
