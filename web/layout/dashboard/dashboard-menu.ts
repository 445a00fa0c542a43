import { dashboardTexts as texts } from '#contract/messages/dashboard.ts'

export type MenuEntry = { to: string; text: string }

const everyone: MenuEntry[] = [{ to: '/dashboard', text: texts.myProfile }]
const customers: MenuEntry[] = [
  { to: '/dashboard/orders', text: texts.myOrders },
  { to: '/dashboard/review', text: texts.addReview },
]
const admins: MenuEntry[] = [
  { to: '/dashboard/addProduct', text: texts.addProduct },
  { to: '/dashboard/manageProduct', text: texts.manageProduct },
  { to: '/dashboard/manageOrders', text: texts.manageOrders },
  { to: '/dashboard/makeAdmin', text: texts.makeAdmin },
]
/** Pages beyond the store's first set; they stand in a group of their own, after it. */
const additions: MenuEntry[] = [{ to: '/dashboard/account', text: texts.account }]
const adminAdditions: MenuEntry[] = [
  { to: '/dashboard/overview', text: texts.overview },
  { to: '/dashboard/importParts', text: texts.importParts },
  { to: '/dashboard/reviews', text: texts.reviews },
  { to: '/dashboard/estimates', text: texts.estimates },
  { to: '/dashboard/subscribers', text: texts.subscribers },
  { to: '/dashboard/failedMails', text: texts.failedMails },
]

/** What the dashboard's side menu shows to whom. It hides; the store itself forbids. */
export function menuOf(isAdmin: boolean): { entries: MenuEntry[]; additions: MenuEntry[] } {
  return isAdmin
    ? { entries: [...everyone, ...admins], additions: [...additions, ...adminAdditions] }
    : { entries: [...everyone, ...customers], additions }
}
