import { NavLink } from 'react-router'
import { layoutTexts as texts } from '#contract/platform/texts/layout.ts'
import { Icon } from '../../platform/ui/icon.tsx'
import { CartButton } from '../../sales/cart/cart-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Drawer, openDrawer } from './drawer.tsx'
import { LogoLink, MainLinks } from './main-links.tsx'
import { focusSearch } from './search-form.tsx'
import { toggleTheme, useIsDark } from './theme.ts'

/** Where the back office puts its search: empty on other pages. */
export const OFFICE_SEARCH_ID = 'office-search'

/** The first row of every page. Links and tools that phones have no room for are in the drawer. */
export function Header() {
  const isDark = useIsDark()
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
              className="icon-button find-button"
              aria-label={texts.searchLabel}
              onClick={focusSearch}
            >
              <Icon name="search" />
            </button>
            <button
              type="button"
              className="icon-button theme-button"
              aria-label={texts.darkTheme}
              aria-pressed={isDark}
              onClick={toggleTheme}
            >
              <Icon name="theme" />
            </button>
            <AccountMenu />
            <CartButton />
          </div>
        </div>
      </header>
      <Drawer />
    </>
  )
}
