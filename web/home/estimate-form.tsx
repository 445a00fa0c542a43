import { useId, useState } from 'react'
import { estimateInputs, homeTexts as texts } from '#contract/store/content/home-texts.ts'
import { browserApi } from '../platform/api/browser-api.ts'
import { formAction, type Submission, useActionForm } from '../platform/forms/form.ts'
import {
  ErrorText,
  FormError,
  ManagedForm,
  SubmitButton,
  useManagedForm,
} from '../platform/forms/form-status.tsx'
import { classNames } from '../platform/ui/class-names.ts'
import { Icon } from '../platform/ui/icon.tsx'
import { PageSection } from '../platform/ui/page-section.tsx'

const schema = async () => (await import('#contract/people/requests/requests.ts')).newEstimateSchema

export function requestEstimate(submission: Submission) {
  return formAction(submission, { schema, send: (body) => browserApi.requestEstimate({ body }) })
}

export function EstimateForm() {
  const [isSent, setSent] = useState(false)
  const form = useActionForm({
    schema,
    revalidates: false,
    onDone(_request, element) {
      element.reset()
      setSent(true)
    },
  })
  return (
    <PageSection id="h-estimate" title={texts.estimate}>
      <ManagedForm className="estimate" form={form} onChange={() => setSent(false)}>
        {estimateInputs.map((input) => (
          <EstimateInput key={input.name} {...input} />
        ))}
        {form.formError && (
          <div className="estimate__wide">
            <FormError />
          </div>
        )}
        <div className="estimate__actions">
          <p role="status" className="estimate__thanks">
            {isSent && (
              <>
                <Icon name="check" />
                <span>{texts.estimateSent}</span>
              </>
            )}
          </p>
          <SubmitButton variant="primary" size="big" icon="right">
            {texts.getQuote}
          </SubmitButton>
        </div>
      </ManagedForm>
    </PageSection>
  )
}

type InputProps = { name: string; text: string; autoComplete: string }

function EstimateInput({ name, text, autoComplete }: InputProps) {
  const id = useId()
  const error = useManagedForm().errors[name]
  return (
    <div className={classNames('estimate__cell', error && 'is-bad')}>
      <input
        type="text"
        name={name}
        aria-label={text}
        placeholder={text}
        autoComplete={autoComplete}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      />
      {error && <ErrorText id={id}>{error}</ErrorText>}
    </div>
  )
}
