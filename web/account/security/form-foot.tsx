import { accountTexts } from '#contract/messages/account/account.ts'
import type { ErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, SubmitButton } from '../../ui/forms/form-signs.tsx'
import type { FormState } from '../../ui/forms/form-state.ts'
import { FailureText } from '../session/forms/failure-text.tsx'

type FormFootProps = {
  form: FormState
  /** The words of the act. */
  submit: string
  /** The words of the way back. */
  back?: string
  onBack: () => void
  failure: ErrorMessage | undefined
}

/** The end of an act's form: to do it, to give it up, and what failed. */
export function FormFoot({ form, submit, back = accountTexts.cancel, onBack, failure }: FormFootProps) {
  return (
    <>
      <div className="form__acts">
        <SubmitButton form={form} look="go">
          {submit}
        </SubmitButton>
        <Button onClick={onBack}>{back}</Button>
      </div>
      <FailureText failure={failure} />
      <FormError form={form} />
    </>
  )
}
