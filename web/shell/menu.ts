import { isStaff, may, type Permission, type Role } from '#contract/platform/auth/roles.ts'
import { dashboardTexts as texts } from '#contract/platform/texts/dashboard.ts'
import type { OfficeIconName } from './office-icon.tsx'

export type MenuEntry = {
  to: string
  text: string
  icon: OfficeIconName
  /** Any of several. Without one the entry is for everybody on the staff. */
  needs?: Permission | readonly Permission[]
}
export type MenuGroup = { id: string; title: string; entries: MenuEntry[] }

const profile: MenuEntry = { to: '/dashboard', text: texts.myProfile, icon: 'person' }
const addresses: MenuEntry = { to: '/dashboard/addresses', text: texts.addresses, icon: 'place' }
const account: MenuEntry = { to: '/dashboard/account', text: texts.account, icon: 'key' }

/** A customer's links of the specification, and our additions. */
export const customerMenu: { entries: MenuEntry[]; additions: MenuEntry[] } = {
  entries: [
    profile,
    { to: '/dashboard/orders', text: texts.myOrders, icon: 'order' },
    { to: '/dashboard/review', text: texts.addReview, icon: 'star' },
  ],
  additions: [addresses, account],
}

/** In each group the entries of the specification in its order, then our additions; the overview is the first of all. */
const staffMenu: MenuGroup[] = [
  {
    id: 'work',
    title: texts.work,
    entries: [
      { to: '/dashboard/overview', text: texts.overview, icon: 'day' },
      { to: '/dashboard/manageOrders', text: texts.manageOrders, icon: 'order', needs: 'orders.read' },
    ],
  },
  {
    id: 'catalogue',
    title: texts.catalogue,
    entries: [
      { to: '/dashboard/addProduct', text: texts.addProduct, icon: 'plus', needs: 'catalog.write' },
      { to: '/dashboard/manageProduct', text: texts.manageProduct, icon: 'part', needs: 'catalog.write' },
      { to: '/dashboard/importParts', text: texts.importParts, icon: 'import', needs: 'imports.run' },
      { to: '/dashboard/reviews', text: texts.reviews, icon: 'star', needs: 'reviews.moderate' },
      { to: '/dashboard/categories', text: texts.categories, icon: 'categories', needs: 'catalog.write' },
      { to: '/dashboard/partTypes', text: texts.partTypes, icon: 'partType', needs: 'catalog.write' },
      { to: '/dashboard/attributes', text: texts.attributes, icon: 'attribute', needs: 'catalog.write' },
    ],
  },
  {
    id: 'people',
    title: texts.people,
    entries: [
      { to: '/dashboard/makeAdmin', text: texts.makeAdmin, icon: 'staff', needs: 'staff.write' },
      { to: '/dashboard/estimates', text: texts.estimates, icon: 'estimate', needs: 'requests.read' },
      { to: '/dashboard/subscribers', text: texts.subscribers, icon: 'mail', needs: 'requests.read' },
    ],
  },
  {
    id: 'shop',
    title: texts.shop,
    entries: [
      { to: '/dashboard/store', text: texts.store, icon: 'store', needs: 'settings.write' },
      { to: '/dashboard/audit', text: texts.audit, icon: 'audit', needs: 'system.read' },
      { to: '/dashboard/failedMails', text: texts.failedMails, icon: 'failedMail', needs: 'system.read' },
      { to: '/dashboard/failedJobs', text: texts.failedJobs, icon: 'failedJob', needs: 'system.read' },
    ],
  },
  { id: 'own', title: texts.own, entries: [profile, account] },
]

/** The groups of a role's menu, without empty ones. It only hides links; the API checks permissions. */
export function officeMenu(role: Role): MenuGroup[] {
  const isAllowed = ({ needs }: MenuEntry) => isStaff(role) && (needs === undefined || may(role, needs))
  return staffMenu
    .map((group) => ({ ...group, entries: group.entries.filter(isAllowed) }))
    .filter(({ entries }) => entries.length > 0)
}

const QUICK = [
  'overview',
  'manageOrders',
  'manageProduct',
  'estimates',
  'reviews',
  'importParts',
  'failedJobs',
]
const MAX_QUICK = 4

/** The entries of the bar that phones have, beside More. */
export function quickEntries(role: Role): MenuEntry[] {
  const entries = officeMenu(role).flatMap((group) => group.entries)
  const named = QUICK.flatMap((name) => entries.find(({ to }) => to === `/dashboard/${name}`) ?? [])
  return named.slice(0, MAX_QUICK)
}
