import { Link, NavLink } from 'react-router'
import { layoutTexts as texts } from '#contract/platform/texts/layout.ts'
import { useTopCategories } from '../../catalog/part-types/categories.ts'
import { partsAddress } from '../../catalog/products/parts-address.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { askToLogOut } from '../../platform/auth/session.ts'
import { telLink } from '../../platform/ui/address.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import { AvatarPicture, useAccount } from './account-menu.tsx'
import { Logo, MainLinks } from './main-links.tsx'
import { SearchForm } from './search-form.tsx'
import { toggleTheme, useIsDark } from './theme.ts'

/** Where the back office puts its menu: empty on other pages. */
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

/** All that the header and the navigation bar have no room for on phones. */
export function Drawer() {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed closes the drawer, also by keyboard
    <dialog
      className="drawer"
      id={DRAWER_ID}
      onSubmit={closeDrawer}
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
      <Shop />
      <Pages />
      <Account />
    </dialog>
  )
}

function Shop() {
  const categories = useTopCategories()
  return (
    <div className="drawer__shop">
      <SearchForm place="drawer" />
      <nav aria-label={texts.allProducts}>
        <p aria-hidden="true">{texts.allProducts}</p>
        {categories.map(({ id, name }) => (
          <Link key={id} to={partsAddress({ category: id })}>
            {name}
          </Link>
        ))}
        <Link to="/parts">{texts.allParts}</Link>
      </nav>
    </div>
  )
}

function Pages() {
  const { name, phone } = useStore()
  const account = useAccount()
  const isDark = useIsDark()
  return (
    <>
      <nav className="drawer__pages" aria-label={texts.drawerNavigation}>
        <p aria-hidden="true">{name}</p>
        <MainLinks />
        <NavLink to="/cart" className="drawer__cart">
          {texts.cart}
        </NavLink>
        {account?.links
          .filter(({ text }) => text !== texts.dashboard)
          .map(({ to, text }) => (
            <NavLink key={to} to={to} end className="drawer__own">
              {text}
            </NavLink>
          ))}
      </nav>
      {phone && (
        <a className="drawer__row drawer__phone numeric" href={telLink(phone)}>
          <Icon name="phone" />
          <span>{phone}</span>
        </a>
      )}
      <button type="button" className="drawer__row drawer__theme" aria-pressed={isDark} onClick={toggleTheme}>
        <Icon name="theme" />
        <span>{texts.darkTheme}</span>
      </button>
    </>
  )
}

function Account() {
  const account = useAccount()
  return (
    <>
      <LinkButton to="/login" variant="primary" className="drawer__login only-signed-out">
        {texts.login}
      </LinkButton>
      <div className="drawer__user only-signed-in">
        <div className="figure">
          <AvatarPicture photo={account?.photo} width={48} height={48} />
        </div>
        <p>
          <b>{account?.name}</b>
          <span>{account?.email}</span>
        </p>
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
    </>
  )
}
