import { useRef } from 'react'
import { FieldFrame } from '../../platform/forms/field.tsx'
import { useChange } from './form-parts.tsx'

type Props = { name: string; label: string; shown: string; error: string | undefined }

/** A bound of a range. As the page has it once that has changed; the element stays, and with it the focus. */
export function BoundField({ name, label, shown, error }: Props) {
  const ref = useRef<HTMLInputElement>(null)
  useChange(shown, () => {
    if (ref.current) ref.current.value = shown
  })
  return (
    <FieldFrame label={label} error={error}>
      {(aria) => (
        <input
          {...aria}
          ref={ref}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={shown}
        />
      )}
    </FieldFrame>
  )
}
