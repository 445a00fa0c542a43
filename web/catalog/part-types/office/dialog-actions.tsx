import { officeTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import { FormError, SubmitButton } from '../../../platform/forms/form-status.tsx'
import { Button } from '../../../platform/ui/button.tsx'

type Props = { onCancel: () => void; hasError?: boolean }

/** The end of a form in a dialog. `hasError`: whether why it failed is said here. */
export function DialogActions({ onCancel, hasError = true }: Props) {
  return (
    <div className="form__actions">
      {hasError && <FormError />}
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <SubmitButton variant="primary">{texts.save}</SubmitButton>
    </div>
  )
}
