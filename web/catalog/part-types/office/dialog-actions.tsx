import { officeTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import { FormError, SubmitButton } from '../../../platform/forms/form-status.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import type { Elements } from '../../../platform/ui/elements.ts'

type Props = { onCancel: () => void; error?: Elements }

/** The end of a form in a dialog. `error`: why it failed, if it says so in another way, or elsewhere. */
export function DialogActions({ onCancel, error = <FormError /> }: Props) {
  return (
    <div className="form__actions">
      {error}
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <SubmitButton variant="primary">{texts.save}</SubmitButton>
    </div>
  )
}
