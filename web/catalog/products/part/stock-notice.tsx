import { useEffect, useId, useRef, useState } from 'react'
import { noticeTexts as texts } from '#contract/catalog/notices/texts.ts'
import { browserApi } from '../../../platform/api/browser-api.ts'
import { useSession } from '../../../platform/auth/session-state.ts'
import { formAction, type Submission, useActionForm } from '../../../platform/forms/form.ts'
import { ErrorText, FormError, ManagedForm, SubmitButton } from '../../../platform/forms/form-status.tsx'

const schema = async () => (await import('#contract/catalog/notices/notices.ts')).askForNotice.body

/** The `clientAction` of the part's page. */
export function askForNotice(id: string, submission: Submission) {
  return formAction(submission, { schema, send: (body) => browserApi.askForNotice({ params: { id }, body }) })
}

/** One field at a part that is sold out: a mail when it is for sale again. The page is read again after it, and offers a part that is back. */
export function StockNotice() {
  const id = useId()
  const { user } = useSession()
  const email = user?.email
  const [isNoted, setNoted] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const form = useActionForm({
    schema,
    about: 'notice',
    onDone: () => setNoted(true),
  })
  // the session is known after hydration: what was typed before stays
  useEffect(() => {
    if (email && input.current?.value === '') input.current.value = email
  }, [email])
  // the field, which had the focus, is gone
  useEffect(() => {
    if (isNoted) status.current?.focus()
  }, [isNoted])
  const error = form.errors.email
  return (
    <ManagedForm form={form} className={error ? 'stock-notice is-bad' : 'stock-notice'}>
      {!isNoted && (
        <>
          <div className="stock-notice__field">
            <input
              ref={input}
              type="email"
              name="email"
              autoComplete="email"
              placeholder={texts.placeholder}
              aria-label={texts.label}
              aria-describedby={error ? `${id}-error` : `${id}-hint`}
              aria-invalid={error ? true : undefined}
            />
            <SubmitButton variant="primary">{texts.submit}</SubmitButton>
          </div>
          {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : <p id={`${id}-hint`}>{texts.hint}</p>}
          <FormError />
        </>
      )}
      <p ref={status} role="status" tabIndex={-1}>
        {isNoted && texts.noted}
      </p>
    </ManagedForm>
  )
}
