import { accountTexts } from '#contract/messages/account/account.ts'
import type { ErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import type { FormState } from '../../ui/forms/form-state.ts'
import { AttemptError } from '../sign-in/attempt-error.tsx'

type FormFootProps = {
  form: FormState
  /** The label of the submit button. */
  submit: string
  /** The label of the button that leaves the form. */
  back?: string
  onBack: () => void
  error: ErrorMessage | undefined
}

/** The end of a form: to submit it, to leave it, and its error. */
export function FormFoot({ form, submit, back = accountTexts.cancel, onBack, error }: FormFootProps) {
  return (
    <>
      <div className="form__acts">
        <SubmitButton form={form} look="go">
          {submit}
        </SubmitButton>
        <Button onClick={onBack}>{back}</Button>
      </div>
      <AttemptError error={error} />
      <FormError form={form} />
    </>
  )
}
