import { useId } from 'react'
import { layoutTexts as texts } from '#contract/messages/layout.ts'
import { browserApi } from '../api/browser-api.ts'
import { formAction, type Submission } from '../ui/forms/form-action.ts'
import { ErrorText, FormError, SubmitButton } from '../ui/forms/form-signs.tsx'
import { useActionForm } from '../ui/forms/form-state.ts'
import { notify } from '../ui/notice.tsx'

const schema = async () => (await import('#contract/requests/requests.ts')).subscribe.body

/** The action of the root: the form below is on every page. */
export function joinNewsletter(submission: Submission) {
  return formAction(submission, { schema, send: (body) => browserApi.subscribe({ body }) })
}

export function NewsletterForm() {
  const id = useId()
  const form = useActionForm({
    schema,
    action: '/',
    revalidates: false,
    about: 'newsletter',
    onDone(_subscriber, element) {
      notify({ text: texts.subscribed })
      element.reset()
    },
  })
  const error = form.errors.email
  return (
    <form {...form.props} className={error ? 'is-bad' : undefined}>
      <h2>{texts.newsletter}</h2>
      <p id={`${id}-text`}>{texts.newsletterText}</p>
      <div className="news">
        <input
          type="email"
          name="email"
          autoComplete="email"
          aria-label={texts.newsletterEmail}
          aria-describedby={error ? `${id}-error` : `${id}-text`}
          aria-invalid={error ? true : undefined}
          placeholder={texts.newsletterPlaceholder}
        />
        <SubmitButton form={form}>{texts.subscribe}</SubmitButton>
      </div>
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      <FormError form={form} />
    </form>
  )
}
