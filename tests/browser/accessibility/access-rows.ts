import type { RouteConfigEntry } from '@react-router/dev/routes'
import { isLong } from '#tests/support/thoroughness.ts'

export type Visitor = 'nobody' | 'customer' | 'admin'
/** `first`: who looks at it in `npm test`; all others do in `npm run test:long`. Absent: all do, always. */
type Row = { by: Visitor[]; at: string[]; first?: Visitor }

const anybody: Visitor[] = ['nobody', 'customer', 'admin']
const signedIn: Visitor[] = ['customer', 'admin']

/** A search for one word that no line can hold. */
const endless = 'q'.repeat(200)

/**
 * Every route of the store: who can open it, and the addresses at which it is looked at. A name in braces
 * is the id of something that the test has made for that visitor.
 */
export const accessRows: Record<string, Row> = {
  '/': { by: anybody, at: ['/'] },
  '/parts': {
    by: anybody,
    first: 'nobody',
    at: ['/parts', '/parts?q=brkae&brand=Steinbrekk&inStock=true&maxPrice=900', `/parts?q=${endless}`],
  },
  '/parts/:id': { by: anybody, at: ['/parts/{reviewed}', '/parts/{long}'], first: 'nobody' },
  '/purchase/:id': { by: signedIn, at: ['/purchase/{reviewed}', '/purchase/{long}'], first: 'customer' },
  '/portfolio': { by: anybody, at: ['/portfolio'], first: 'nobody' },
  '/blogs': { by: anybody, at: ['/blogs'], first: 'nobody' },
  '/dashboard': { by: signedIn, at: ['/dashboard'] },
  '/dashboard/account': { by: signedIn, at: ['/dashboard/account'], first: 'customer' },
  '/dashboard/orders': { by: signedIn, at: ['/dashboard/orders'], first: 'customer' },
  '/dashboard/payment/:id': {
    by: signedIn,
    first: 'customer',
    at: ['/dashboard/payment/{unpaid}', '/dashboard/payment/{paid}'],
  },
  '/dashboard/review': {
    by: signedIn,
    at: ['/dashboard/review', '/dashboard/review?part={long}'],
    first: 'customer',
  },
  '/dashboard/addProduct': { by: signedIn, at: ['/dashboard/addProduct'] },
  '/dashboard/manageProduct': {
    by: signedIn,
    first: 'admin',
    at: ['/dashboard/manageProduct', `/dashboard/manageProduct?q=${endless}`],
  },
  '/dashboard/manageOrders': { by: signedIn, at: ['/dashboard/manageOrders'], first: 'admin' },
  // anybody else is signed out and lands on Login
  '/dashboard/makeAdmin': { by: ['admin'], at: ['/dashboard/makeAdmin'] },
  '/dashboard/orders/:id': { by: signedIn, at: ['/dashboard/orders/{unpaid}', '/dashboard/orders/{paid}'] },
  '/dashboard/overview': { by: signedIn, at: ['/dashboard/overview'], first: 'admin' },
  '/dashboard/importParts': { by: signedIn, at: ['/dashboard/importParts'], first: 'admin' },
  '/dashboard/reviews': {
    by: signedIn,
    at: ['/dashboard/reviews', '/dashboard/reviews?hidden=true'],
    first: 'admin',
  },
  '/dashboard/estimates': { by: signedIn, at: ['/dashboard/estimates'], first: 'admin' },
  '/dashboard/subscribers': { by: signedIn, at: ['/dashboard/subscribers'], first: 'admin' },
  '/dashboard/failedMails': { by: signedIn, at: ['/dashboard/failedMails'], first: 'admin' },
  // whoever is signed in is led on
  '/login': { by: ['nobody'], at: ['/login'] },
  '/register': { by: ['nobody'], at: ['/register'] },
  '/forgot-password': { by: anybody, at: ['/forgot-password'], first: 'nobody' },
  '/reset-password': {
    by: anybody,
    first: 'nobody',
    at: ['/reset-password', '/reset-password?mode=resetPassword&oobCode={code}'],
  },
  // whoever has an address is led on
  '/add-email': { by: ['nobody'], at: ['/add-email'] },
  '/editProfile': { by: signedIn, at: ['/editProfile'], first: 'customer' },
  '/*': { by: anybody, at: ['/no/such/page', '/dashboard/no-such-page'], first: 'nobody' },
}

/** The addresses that a visitor looks at. */
export function addressesOf(visitor: Visitor): string[] {
  return Object.values(accessRows)
    .filter(({ by, first = visitor }) => by.includes(visitor) && (isLong || first === visitor))
    .flatMap(({ at }) => at)
}

/** The address with the id of what was made for the visitor. */
export function withId(address: string, made: Record<string, string>): string {
  return address.replace(/\{(\w+)\}/, (_, name: string) => {
    const id = made[name]
    if (!id) throw new Error(`Nothing was made for ${address}`)
    return id
  })
}

/** Each page's pattern; a route that answers with something else than a page has no component. */
export function pagePatterns(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const here = path ? `${parent}/${path}` : parent
    if (children) return pagePatterns(children, here)
    return file.endsWith('.tsx') ? [index && here === '' ? '/' : here] : []
  })
}
