import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { isStaff, may, type Permission, type Role } from '#contract/platform/auth/roles.ts'
import { dashboardTexts as texts } from '#contract/platform/texts/dashboard.ts'

type MenuEntry = { to: string; text: string; needs?: Permission | readonly Permission[] }

const commonEntries: MenuEntry[] = [{ to: '/dashboard', text: texts.myProfile }]
const customerEntries: MenuEntry[] = [
  { to: '/dashboard/orders', text: texts.myOrders },
  { to: '/dashboard/review', text: texts.addReview },
]
const staffEntries: MenuEntry[] = [
  { to: '/dashboard/addProduct', text: texts.addProduct, needs: 'catalog.write' },
  { to: '/dashboard/manageProduct', text: texts.manageProduct, needs: 'catalog.write' },
  { to: '/dashboard/manageOrders', text: texts.manageOrders, needs: 'orders.read' },
  { to: '/dashboard/makeAdmin', text: texts.makeAdmin, needs: 'staff.write' },
]
const additions: MenuEntry[] = [{ to: '/dashboard/account', text: texts.account }]
const staffAdditions: MenuEntry[] = [
  { to: '/dashboard/overview', text: texts.overview },
  { to: '/dashboard/importParts', text: texts.importParts, needs: 'imports.run' },
  { to: '/dashboard/reviews', text: texts.reviews, needs: 'reviews.moderate' },
  { to: '/dashboard/estimates', text: texts.estimates, needs: 'requests.read' },
  { to: '/dashboard/subscribers', text: texts.subscribers, needs: 'requests.read' },
  { to: '/dashboard/failedMails', text: texts.failedMails, needs: 'system.read' },
  { to: '/dashboard/failedJobs', text: texts.failedJobs, needs: 'system.read' },
]

/** The links of the specification that a role may use, and our additions. It only hides links; the API checks permissions. */
export function menuOf(role: Role): { entries: MenuEntry[]; additions: MenuEntry[] } {
  if (!isStaff(role)) return { entries: [...commonEntries, ...customerEntries], additions }
  const isAllowed = ({ needs }: MenuEntry) => needs === undefined || may(role, needs)
  return {
    entries: [...commonEntries, ...staffEntries.filter(isAllowed)],
    additions: [...additions, ...staffAdditions.filter(isAllowed)],
  }
}

export function DashboardFrame({ role, children }: { role: Role; children: ReactNode }) {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // on small screens the menu scrolls sideways: brings the current page's link, if it has one, into view
  useEffect(() => {
    const links = [...(menu.current?.querySelectorAll('a') ?? [])]
    const current = links.find((link) => link.pathname === pathname)
    if (menu.current && current) scrollToLink(menu.current, current)
  }, [pathname])
  const shown = menuOf(role)
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
