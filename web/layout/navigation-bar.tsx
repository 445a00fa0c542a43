import { Form, Link, useNavigate, useSearchParams } from 'react-router'
import { layoutTexts as texts } from '#contract/messages/layout.ts'
import { type Category, categoryNames } from '#contract/products/categories.ts'
import { useStore } from '../api/store-config.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Drawing } from '../ui/picture.tsx'

const MENU_ID = 'all-products'
const entries: { category: Category; drawing: string }[] = [
  { category: 'engine', drawing: '/drawings/piston.svg?view=thumb' },
  { category: 'suspension', drawing: '/drawings/spring.svg?view=thumb' },
  { category: 'body', drawing: '/drawings/brake-disc.svg?drilled=16&view=thumb' },
  { category: 'wheels', drawing: '/drawings/wheel.svg?view=thumb' },
]

export function NavigationBar() {
  const { phone } = useStore()
  return (
    <nav className="bar" aria-label={texts.catalogue}>
      <div className="wrap">
        <div className="has-menu">
          <button type="button" className="cell" aria-haspopup="true" popoverTarget={MENU_ID}>
            <Icon name="menu" />
            {texts.allProducts}
            <Icon name="down" />
          </button>
          <ProductMenu />
        </div>
        {phone && (
          <a className="cell num" href={telLink(phone)}>
            <Icon name="phone" />
            {phone}
          </a>
        )}
        <SearchForm />
      </div>
    </nav>
  )
}

export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

function ProductMenu() {
  return (
    <ul className="menu menu--cat" id={MENU_ID} popover="auto">
      {entries.map(({ category, drawing }) => (
        <li key={category}>
          <Link
            to={`/parts?category=${category}`}
            onClick={() => document.getElementById(MENU_ID)?.hidePopover()}
          >
            <span className="figure">
              <Drawing src={drawing} width={96} height={72} />
            </span>
            <span>{categoryNames[category]}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function SearchForm() {
  const words = useSearchParams()[0].get('q') ?? ''
  const navigate = useNavigate()
  const suggest = (input: HTMLInputElement) =>
    void import('./search-suggestions.ts').then(
      ({ attachSuggestions }) => attachSuggestions(input, (address) => void navigate(address)),
      () => {},
    )
  return (
    <Form className="search" role="search" action="/parts" key={words}>
      <input
        type="search"
        name="q"
        aria-label={texts.searchLabel}
        placeholder={texts.searchPlaceholder}
        defaultValue={words}
        maxLength={200}
        // else Back fills in the query of another page
        autoComplete="off"
        // the box may have the focus before hydration
        ref={(input) => {
          if (input && input === document.activeElement) suggest(input)
        }}
        onFocus={(event) => suggest(event.currentTarget)}
      />
      <Button type="submit">{texts.search}</Button>
    </Form>
  )
}
