import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { isStaff, type Role } from '#contract/platform/auth/roles.ts'
import { dashboardTexts as texts } from '#contract/platform/texts/dashboard.ts'
import { customerMenu, type MenuEntry } from './menu.ts'
import { OfficeFrame } from './office-frame.tsx'

/** The frame of the pages behind sign-in: the back office for staff, the dashboard for customers. */
export function DashboardFrame({ role, children }: { role: Role; children: ReactNode }) {
  return isStaff(role) ? (
    <OfficeFrame role={role}>{children}</OfficeFrame>
  ) : (
    <CustomerFrame>{children}</CustomerFrame>
  )
}

function CustomerFrame({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // on small screens the menu scrolls sideways: brings the current page's link, if it has one, into view
  useEffect(() => {
    const links = [...(menu.current?.querySelectorAll('a') ?? [])]
    const current = links.find((link) => link.pathname === pathname)
    if (menu.current && current) scrollToLink(menu.current, current)
  }, [pathname])
  return (
    <div className="wrap dashboard">
      <nav
        className="side-menu"
        ref={menu}
        aria-label={texts.navigation}
        onFocus={({ currentTarget, target }) => {
          // browsers may leave a focused link half hidden; a link under the pointer must not move
          if (target.matches(':focus-visible')) scrollToLink(currentTarget, target)
        }}
      >
        <MenuLinks entries={customerMenu.entries} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, these are links */}
        <div className="side-menu__more" role="group" aria-label={texts.additions}>
          <MenuLinks entries={customerMenu.additions} />
        </div>
      </nav>
      <div className="main">{children}</div>
    </div>
  )
}

function scrollToLink(menu: HTMLElement, link: HTMLElement): void {
  menu.scrollLeft = link.offsetLeft - menu.offsetLeft
}

function MenuLinks({ entries }: { entries: MenuEntry[] }) {
  return entries.map(({ to, text }) => (
    <NavLink key={to} to={to} end={to === '/dashboard'}>
      {text}
    </NavLink>
  ))
}
