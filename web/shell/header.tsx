import { Form, Link, NavLink, useNavigate, useSearchParams } from 'react-router'
import { type Category, categoryNames } from '#contract/catalog/products/categories.ts'
import { layoutTexts as texts } from '#contract/platform/texts/layout.ts'
import { useStore } from '../platform/api/store-config.ts'
import { askToLogOut } from '../platform/auth/session.ts'
import { useSession } from '../platform/auth/session-state.ts'
import { telLink } from '../platform/ui/address.ts'
import { Button, LinkButton } from '../platform/ui/button.tsx'
import { Icon } from '../platform/ui/icon.tsx'
import { Drawing, Picture } from '../platform/ui/picture.tsx'
import { CartButton } from '../sales/cart/cart-button.tsx'
import { ShopLogo } from '../store/settings/shop-logo.tsx'

type Account = { name: string; photo: string } | undefined

/** Where the back office puts its search and its menu: empty on other pages. */
export const OFFICE_SEARCH_ID = 'office-search'
export const OFFICE_MENU_ID = 'office-menu'

const DRAWER_ID = 'drawer'

export function openDrawer(): void {
  drawer()?.showModal()
}

export function closeDrawer(): void {
  drawer()?.close()
}

function drawer(): HTMLDialogElement | undefined {
  const element = document.getElementById(DRAWER_ID)
  return element instanceof HTMLDialogElement ? element : undefined
}

const PLACEHOLDER = '/drawings/avatar.svg'

export function Header() {
  const { user } = useSession()
  const account = user && { name: user.displayName || user.email || '', photo: user.photoURL ?? PLACEHOLDER }
  return (
    <>
      <header className="header">
        <div className="wrap">
          <button
            type="button"
            className="icon-button menu-button"
            aria-label={texts.openMenu}
            aria-haspopup="dialog"
            onClick={openDrawer}
          >
            <Icon name="menu" />
          </button>
          <LogoLink />
          <div className="header__slot" id={OFFICE_SEARCH_ID} />
          <nav aria-label={texts.mainNavigation}>
            <MainLinks />
            <NavLink to="/login" className="only-signed-out" prefetch="intent">
              {texts.login}
            </NavLink>
          </nav>
          <div className="header__tools">
            <button
              type="button"
              className="icon-button"
              aria-label={texts.switchTheme}
              onClick={toggleTheme}
            >
              <Icon name="theme" />
            </button>
            <AccountMenu account={account} />
            <CartButton />
          </div>
        </div>
      </header>
      <Drawer account={account} />
    </>
  )
}

function MainLinks() {
  return (
    <>
      <NavLink to="/" end prefetch="intent">
        {texts.home}
      </NavLink>
      <NavLink to="/dashboard" className="only-signed-in">
        {texts.dashboard}
      </NavLink>
      <NavLink to="/portfolio" prefetch="intent">
        {texts.portfolio}
      </NavLink>
      <NavLink to="/blogs" prefetch="intent">
        {texts.blogs}
      </NavLink>
    </>
  )
}

export function LogoLink() {
  return (
    <Link className="logo" to="/">
      <Logo />
    </Link>
  )
}

function Logo() {
  const { name, logo } = useStore()
  return (
    <>
      <ShopLogo src={logo} />
      <span>{name}</span>
    </>
  )
}

export function toggleTheme(): void {
  const { dataset } = document.documentElement
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  dataset.theme = isDark ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', dataset.theme)
  } catch {
    // without storage the choice lasts until the page is reloaded
  }
}

const MENU_ID = 'account-menu'

/** The avatar and its menu. Every page has it; the style sheet shows it to signed-in users. */
function AccountMenu({ account }: { account: Account }) {
  return (
    <div className="has-menu only-signed-in">
      <button
        type="button"
        className="avatar"
        aria-label={account?.name ? texts.accountOf(account.name) : texts.account}
        aria-haspopup="true"
        popoverTarget={MENU_ID}
      >
        <AvatarPicture account={account} width={40} height={40} />
      </button>
      <div className="menu menu--user" id={MENU_ID} popover="auto">
        <p>{account?.name}</p>
        <button
          type="button"
          onClick={() => {
            // first, so that the focus is on the avatar, and returns to it after the dialog
            document.getElementById(MENU_ID)?.hidePopover()
            void askToLogOut()
          }}
        >
          {texts.logOut}
        </button>
      </div>
    </div>
  )
}

function AvatarPicture({ account, ...size }: { account: Account; width: number; height: number }) {
  return <Picture src={account?.photo ?? PLACEHOLDER} fallback={PLACEHOLDER} alt="" {...size} />
}

function Drawer({ account }: { account: Account }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed closes the drawer, also by keyboard
    <dialog
      className="drawer"
      id={DRAWER_ID}
      aria-label={texts.menu}
      onClick={({ target, currentTarget }) => {
        const isBackdrop = target === currentTarget
        if (isBackdrop || (target instanceof Element && target.closest('a'))) closeDrawer()
      }}
    >
      <div className="drawer__head">
        <span className="logo">
          <Logo />
        </span>
        <button type="button" className="icon-button" aria-label={texts.closeMenu} onClick={closeDrawer}>
          <Icon name="close" />
        </button>
      </div>
      <div className="header__slot" id={OFFICE_MENU_ID} />
      <nav aria-label={texts.drawerNavigation}>
        <MainLinks />
      </nav>
      <LinkButton to="/login" variant="primary" className="drawer__login only-signed-out">
        {texts.login}
      </LinkButton>
      <div className="drawer__user only-signed-in">
        <div className="figure">
          <AvatarPicture account={account} width={48} height={48} />
        </div>
        <b>{account?.name}</b>
        <Button
          size="small"
          onClick={() => {
            closeDrawer()
            void askToLogOut()
          }}
        >
          {texts.logOut}
        </Button>
      </div>
    </dialog>
  )
}

const PRODUCT_MENU_ID = 'all-products'
const menuCategories: { category: Category; drawing: string }[] = [
  { category: 'engine', drawing: '/drawings/piston.svg?view=thumb' },
  { category: 'suspension', drawing: '/drawings/spring.svg?view=thumb' },
  { category: 'body', drawing: '/drawings/brake-disc.svg?drilled=16&view=thumb' },
  { category: 'wheels', drawing: '/drawings/wheel.svg?view=thumb' },
]

export function NavigationBar() {
  const { phone } = useStore()
  return (
    <nav className="navigation-bar" aria-label={texts.catalogue}>
      <div className="wrap">
        <div className="has-menu">
          <button type="button" className="cell" aria-haspopup="true" popoverTarget={PRODUCT_MENU_ID}>
            <Icon name="menu" />
            <span>{texts.allProducts}</span>
            <Icon name="down" />
          </button>
          <ProductMenu />
        </div>
        {phone && (
          <a className="cell numeric" href={telLink(phone)}>
            <Icon name="phone" />
            <span>{phone}</span>
          </a>
        )}
        <SearchForm />
      </div>
    </nav>
  )
}

function ProductMenu() {
  return (
    <ul className="menu menu--categories" id={PRODUCT_MENU_ID} popover="auto">
      {menuCategories.map(({ category, drawing }) => (
        <li key={category}>
          <Link
            to={`/parts?category=${category}`}
            onClick={() => document.getElementById(PRODUCT_MENU_ID)?.hidePopover()}
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
  const query = useSearchParams()[0].get('q') ?? ''
  const navigate = useNavigate()
  const suggest = (input: HTMLInputElement) =>
    void import('../catalog/search/search-suggestions.ts').then(
      ({ attachSuggestions }) => attachSuggestions(input, (address) => void navigate(address)),
      () => {},
    )
  return (
    <Form className="search" role="search" action="/parts" key={query}>
      <input
        type="search"
        name="q"
        aria-label={texts.searchLabel}
        placeholder={texts.searchPlaceholder}
        defaultValue={query}
        maxLength={200}
        // otherwise the browser's Back fills in the query of another page
        autoComplete="off"
        // the field may have the focus before hydration
        ref={(input) => {
          if (input && input === document.activeElement) suggest(input)
        }}
        onFocus={(event) => suggest(event.currentTarget)}
      />
      <Button type="submit">{texts.search}</Button>
    </Form>
  )
}
