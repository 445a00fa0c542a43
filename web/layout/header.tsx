import { useRef } from 'react'
import { layoutTexts as texts } from '#contract/messages/layout.ts'
import { Icon } from '../ui/icon.tsx'
import type { Account } from './account.ts'
import { AccountMenu } from './account-menu.tsx'
import { Drawer } from './drawer.tsx'
import { LogoLink } from './logo.tsx'
import { MainLinks } from './main-links.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The sticky header, 65 px with its rule, and the drawer that replaces its links on small screens. */
export function Header({ account }: { account: Account | undefined }) {
  const drawer = useRef<HTMLDialogElement>(null)
  return (
    <>
      <header className="top">
        <div className="wrap">
          <button
            type="button"
            className="ico menu-btn"
            aria-label={texts.openMenu}
            aria-haspopup="dialog"
            onClick={() => drawer.current?.showModal()}
          >
            <Icon name="menu" />
          </button>
          <LogoLink />
          <nav aria-label={texts.mainNavigation}>
            <MainLinks />
          </nav>
          <div className="tools">
            <ThemeToggle />
            <AccountMenu account={account} />
          </div>
        </div>
      </header>
      <Drawer dialog={drawer} account={account} />
    </>
  )
}
