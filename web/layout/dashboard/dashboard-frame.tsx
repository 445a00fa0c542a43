import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { dashboardTexts as texts } from '#contract/messages/dashboard.ts'
import { type MenuEntry, menuOf } from './dashboard-menu.ts'

/** Side menu by role, and the page beside it. */
export function DashboardFrame({ admin, children }: { admin: boolean; children: ReactNode }) {
  const { entries, additions } = menuOf(admin)
  const menu = useCurrentInView()
  return (
    <div className="wrap dash">
      <nav
        className="side"
        ref={menu}
        aria-label={texts.navigation}
        onFocus={({ currentTarget, target }) => {
          // whole, which the browser does not see to; a pointer must find the link where it is
          if (target.matches(':focus-visible')) showLink(currentTarget, target)
        }}
      >
        <MenuLinks entries={entries} />
        {additions.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, these are links
          <div className="side__more" role="group" aria-label={texts.additions}>
            <MenuLinks entries={additions} />
          </div>
        )}
      </nav>
      <div className="main">{children}</div>
    </div>
  )
}

/** On small screens the menu is a strip: it scrolls to the page one is on. */
function useCurrentInView() {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const links = [...(menu.current?.querySelectorAll('a') ?? [])]
    const current = links.find((link) => link.pathname === pathname)
    if (menu.current && current) showLink(menu.current, current)
  }, [pathname])
  return menu
}

function showLink(menu: HTMLElement, link: HTMLElement): void {
  menu.scrollLeft = link.offsetLeft - menu.offsetLeft
}

function MenuLinks({ entries }: { entries: MenuEntry[] }) {
  return entries.map(({ to, text }) => (
    <NavLink key={to} to={to} end={to === '/dashboard'}>
      {text}
    </NavLink>
  ))
}
