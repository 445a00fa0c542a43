import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { layoutTexts as texts } from '#contract/platform/texts/layout.ts'
import { useTopCategories } from '../../catalog/part-types/categories.ts'
import { partsAddress } from '../../catalog/products/parts-address.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { telLink } from '../../platform/ui/address.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { Drawing } from '../../platform/ui/picture.tsx'
import { SearchForm, useSlashKey } from './search-form.tsx'

const PRODUCT_MENU_ID = 'all-products'

/** The second row: all products, the search, the phone. The back office hides it. */
export function NavigationBar() {
  const { phone } = useStore()
  const bar = useRef<HTMLElement>(null)
  useSlashKey()
  useEffect(() => (bar.current ? markWhenAway(bar.current) : undefined), [])
  return (
    <nav className="navigation-bar" ref={bar} aria-label={texts.catalogue}>
      <div className="wrap">
        <div className="has-menu">
          <button type="button" className="cell" aria-haspopup="true" popoverTarget={PRODUCT_MENU_ID}>
            <Icon name="menu" />
            <span>{texts.allProducts}</span>
            <Icon name="down" />
          </button>
          <ProductMenu />
        </div>
        <SearchForm place="bar" />
        {phone && (
          <a className="cell numeric" href={telLink(phone)} style={{ width: phoneWidth(phone) }}>
            <Icon name="phone" />
            <span>{phone}</span>
          </a>
        )}
      </div>
    </nav>
  )
}

/** Of its cell: with figures of the monospace font, which are 0.58 em wide, before that is loaded, too. */
function phoneWidth(phone: string): string {
  return `calc(${phone.length} * 0.583em + var(--beside-phone))`
}

/** Where the bar does not stay below the header: the header offers the search as long as the bar is out of sight. */
function markWhenAway(bar: HTMLElement): () => void {
  const { dataset } = document.documentElement
  const observer = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting) delete dataset.searchAway
    else dataset.searchAway = ''
  })
  observer.observe(bar)
  return () => observer.disconnect()
}

function ProductMenu() {
  const categories = useTopCategories()
  const close = () => document.getElementById(PRODUCT_MENU_ID)?.hidePopover()
  return (
    <ul className="menu menu--categories" id={PRODUCT_MENU_ID} popover="auto">
      {categories.map(({ id, name, drawing }) => (
        <li key={id}>
          <Link to={partsAddress({ category: id })} onClick={close}>
            <span className="figure">{drawing && <Drawing src={drawing} width={96} height={72} />}</span>
            <span>{name}</span>
          </Link>
        </li>
      ))}
      <li>
        <Link className="menu__all" to="/parts" onClick={close}>
          {texts.allParts}
        </Link>
      </li>
    </ul>
  )
}
