import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { dashboardTexts as texts } from '#contract/platform/texts/dashboard.ts'

type MenuEntry = { to: string; text: string }

const commonEntries: MenuEntry[] = [{ to: '/dashboard', text: texts.myProfile }]
const customerEntries: MenuEntry[] = [
  { to: '/dashboard/orders', text: texts.myOrders },
  { to: '/dashboard/review', text: texts.addReview },
]
const adminEntries: MenuEntry[] = [
  { to: '/dashboard/addProduct', text: texts.addProduct },
  { to: '/dashboard/manageProduct', text: texts.manageProduct },
  { to: '/dashboard/manageOrders', text: texts.manageOrders },
  { to: '/dashboard/makeAdmin', text: texts.makeAdmin },
]
const additions: MenuEntry[] = [{ to: '/dashboard/account', text: texts.account }]
const adminAdditions: MenuEntry[] = [
  { to: '/dashboard/overview', text: texts.overview },
  { to: '/dashboard/importParts', text: texts.importParts },
  { to: '/dashboard/reviews', text: texts.reviews },
  { to: '/dashboard/estimates', text: texts.estimates },
  { to: '/dashboard/subscribers', text: texts.subscribers },
  { to: '/dashboard/failedMails', text: texts.failedMails },
  { to: '/dashboard/failedJobs', text: texts.failedJobs },
]

/** A role's links in the specification, and our additions. It only hides links; the API checks permissions. */
export function menuOf(isAdmin: boolean): { entries: MenuEntry[]; additions: MenuEntry[] } {
  return isAdmin
    ? { entries: [...commonEntries, ...adminEntries], additions: [...additions, ...adminAdditions] }
    : { entries: [...commonEntries, ...customerEntries], additions }
}

export function DashboardFrame({ admin, children }: { admin: boolean; children: ReactNode }) {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // on small screens the menu scrolls sideways: brings the current page's link, if it has one, into view
  useEffect(() => {
    const links = [...(menu.current?.querySelectorAll('a') ?? [])]
    const current = links.find((link) => link.pathname === pathname)
    if (menu.current && current) scrollToLink(menu.current, current)
  }, [pathname])
  const shown = menuOf(admin)
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
        <MenuLinks entries={shown.entries} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, these are links */}
        <div className="side-menu__more" role="group" aria-label={texts.additions}>
          <MenuLinks entries={shown.additions} />
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
