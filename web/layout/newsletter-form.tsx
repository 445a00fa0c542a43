import { useId } from 'react'
import { layoutTexts as texts } from '#contract/messages/layout.ts'
import { browserApi } from '../api/browser-api.ts'
import { ErrorText, FormError, SubmitButton } from '../ui/forms/form-signs.tsx'
import { useForm } from '../ui/forms/form-state.ts'
import { notify } from '../ui/notice.tsx'

/** Joins the newsletter. */
export function NewsletterForm() {
  const id = useId()
  const form = useForm({
    schema: async () => (await import('#contract/requests/requests.ts')).subscribe.body,
    submit: async (body) => {
      await browserApi.subscribe({ body })
      notify({ text: texts.subscribed })
    },
    resetsAfter: true,
    about: 'newsletter',
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
