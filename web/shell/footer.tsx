import { Fragment, useId } from 'react'
import { Link } from 'react-router'
import { layoutTexts as texts } from '#contract/platform/texts/layout.ts'
import { useTopCategories } from '../catalog/part-types/categories.ts'
import { partsAddress } from '../catalog/products/parts-address.ts'
import { browserApi } from '../platform/api/browser-api.ts'
import { useRootData, useStore } from '../platform/api/store-config.ts'
import { formAction, type Submission, useActionForm } from '../platform/forms/form.ts'
import { ErrorText, FormError, ManagedForm, SubmitButton } from '../platform/forms/form-status.tsx'
import { telLink } from '../platform/ui/address.ts'
import { notify } from '../platform/ui/notice.tsx'
import { LogoLink } from './header/main-links.tsx'

const menu = [
  { to: '/', text: texts.home },
  { to: '/dashboard', text: texts.dashboard },
  { to: '/dashboard', text: texts.myProfile },
  { to: '/portfolio', text: texts.portfolio },
  { to: '/blogs', text: texts.blogs },
]
const ADDRESS_ID = 'contact'

export function Footer() {
  const categories = useTopCategories()
  return (
    <footer className="footer">
      <div className="wrap">
        <div className="footer__columns">
          <AddressBlock />
          <nav aria-label={texts.menu}>
            <h2>{texts.menu}</h2>
            <ul>
              {menu.map(({ to, text }) => (
                <li key={text}>
                  <Link to={to}>{text}</Link>
                </li>
              ))}
              <li>
                {/* a link of the router would drop the query from the address */}
                <a href={`#${ADDRESS_ID}`}>{texts.contactUs}</a>
              </li>
            </ul>
          </nav>
          <nav aria-label={texts.catalog}>
            <h2>{texts.catalog}</h2>
            <ul>
              {categories.map(({ id, name }) => (
                <li key={id}>
                  <Link to={partsAddress({ category: id })}>{name}</Link>
                </li>
              ))}
            </ul>
          </nav>
          <NewsletterForm />
        </div>
        <div className="footer__imprint">
          <span className="numeric" aria-hidden="true">
            {texts.cataloguePrint}
          </span>
        </div>
      </div>
    </footer>
  )
}

function AddressBlock() {
  const { name, phone, address } = useStore()
  const hours = useRootData()?.hours ?? []
  const lines = [texts.counter(name), ...address.split('\n').filter(Boolean), ...hours]
  return (
    <div>
      <LogoLink />
      <address id={ADDRESS_ID}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
          <Fragment key={index}>
            <span>{line}</span>
            <br />
          </Fragment>
        ))}
        {phone && (
          <a className="numeric" href={telLink(phone)}>
            {phone}
          </a>
        )}
      </address>
    </div>
  )
}

const schema = async () => (await import('#contract/people/requests/requests.ts')).subscribe.body

/** Called by the `clientAction` of the root: the form below is on every page. */
export function joinNewsletter(submission: Submission) {
  return formAction(submission, { schema, send: (body) => browserApi.subscribe({ body }) })
}

function NewsletterForm() {
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
    <ManagedForm form={form} className={error ? 'is-bad' : undefined}>
      <h2>{texts.newsletter}</h2>
      <p id={`${id}-text`}>{texts.newsletterText}</p>
      <div className="newsletter">
        <input
          type="email"
          name="email"
          autoComplete="email"
          aria-label={texts.newsletterEmail}
          aria-describedby={error ? `${id}-error` : `${id}-text`}
          aria-invalid={error ? true : undefined}
          placeholder={texts.newsletterPlaceholder}
        />
        <SubmitButton>{texts.subscribe}</SubmitButton>
      </div>
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      <FormError />
    </ManagedForm>
  )
}
