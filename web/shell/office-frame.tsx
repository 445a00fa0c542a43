import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { NavLink } from 'react-router'
import type { Role } from '#contract/platform/auth/roles.ts'
import { dashboardTexts as texts } from '#contract/platform/texts/dashboard.ts'
import { OfficeSearch } from '../sales/find/office-search.tsx'
import { closeDrawer, OFFICE_MENU_ID, openDrawer } from './header/drawer.tsx'
import { OFFICE_SEARCH_ID } from './header/header.tsx'
import { type MenuGroup, officeMenu, quickEntries } from './menu.ts'
import { OfficeIcon } from './office-icon.tsx'

/**
 * The back office around its pages: the menu by permission, at the side, as a rail of icons on smaller screens, in the drawer
 * and a bar on phones; and the search, which it puts into the header of every page.
 */
export function OfficeFrame({ role, children }: { role: Role; children: ReactNode }) {
  const groups = officeMenu(role)
  return (
    <div className="office">
      <IntoHeader id={OFFICE_SEARCH_ID}>
        <OfficeSearch role={role} />
      </IntoHeader>
      <IntoHeader id={OFFICE_MENU_ID}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed closes the drawer, also by keyboard */}
        <nav
          className="office__menu"
          aria-label={texts.navigation}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('a')) closeDrawer()
          }}
        >
          <MenuGroups groups={groups} place="drawer" />
        </nav>
      </IntoHeader>
      <nav className="office__menu office__side" aria-label={texts.navigation}>
        <MenuGroups groups={groups} place="side" />
      </nav>
      <div className="main">{children}</div>
      <nav className="office__bar" aria-label={texts.quick}>
        {quickEntries(role).map(({ to, text, icon }) => (
          <NavLink key={to} to={to}>
            <OfficeIcon name={icon} />
            <span>{text}</span>
          </NavLink>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={openDrawer}>
          <OfficeIcon name="more" />
          <span>{texts.more}</span>
        </button>
      </nav>
    </div>
  )
}

/** The header is part of every page, and the back office of few: what it adds comes with it. */
function IntoHeader({ id, children }: { id: string; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(id)), [id])
  return place && createPortal(children, place)
}

function MenuGroups({ groups, place }: { groups: MenuGroup[]; place: 'side' | 'drawer' }) {
  return groups.map(({ id, title, entries }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, these are links
    <div key={id} role="group" className="office__group" aria-labelledby={`${place}-${id}`}>
      <p id={`${place}-${id}`}>{title}</p>
      {entries.map(({ to, text, icon }) => (
        <NavLink key={to} to={to} end={to === '/dashboard'} title={place === 'side' ? text : undefined}>
          <OfficeIcon name={icon} />
          <span>{text}</span>
        </NavLink>
      ))}
    </div>
  ))
}
