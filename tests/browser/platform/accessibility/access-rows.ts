import type { RouteConfigEntry } from '@react-router/dev/routes'
import { isLong } from '#tests/support/thoroughness.ts'

export type Visitor = 'signedOut' | 'customer' | 'admin'
/**
 * `npm test` checks the first address as the visitor `first`, `npm run test:long` every address as each visitor in
 * `by`. A row with one visitor needs no `first`.
 */
type Row = { by: Visitor[]; at: string[]; first?: Visitor }

const everyone: Visitor[] = ['signedOut', 'customer', 'admin']
const signedIn: Visitor[] = ['customer', 'admin']

/** A search term longer than any line. */
const longQuery = 'q'.repeat(200)

/**
 * Every page of the store: who can open it (a customer sees "Admins only" on admin pages), and the addresses to
 * check. A name in braces stands for an id or a code that the test fills in.
 */
export const accessRows: Record<string, Row> = {
  '/': { by: everyone, at: ['/'], first: 'signedOut' },
  '/parts': {
    by: everyone,
    first: 'signedOut',
    at: ['/parts', '/parts?q=brkae&brand=Steinbrekk&inStock=true&maxPrice=900', `/parts?q=${longQuery}`],
  },
  '/parts/:id': { by: everyone, at: ['/parts/{long}', '/parts/{reviewed}'], first: 'signedOut' },
  '/purchase/:id': { by: signedIn, at: ['/purchase/{long}', '/purchase/{reviewed}'], first: 'customer' },
  '/cart': { by: everyone, at: ['/cart'], first: 'signedOut' },
  '/checkout': { by: signedIn, at: ['/checkout', '/checkout?order={unpaid}'], first: 'customer' },
  '/portfolio': { by: everyone, at: ['/portfolio'], first: 'signedOut' },
  '/blogs': { by: everyone, at: ['/blogs'], first: 'signedOut' },
  '/dashboard': { by: signedIn, at: ['/dashboard'], first: 'customer' },
  '/dashboard/account': { by: signedIn, at: ['/dashboard/account'], first: 'customer' },
  '/dashboard/orders': { by: signedIn, at: ['/dashboard/orders'], first: 'customer' },
  '/dashboard/addresses': { by: signedIn, at: ['/dashboard/addresses'], first: 'customer' },
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
  '/dashboard/addProduct': { by: signedIn, at: ['/dashboard/addProduct'], first: 'admin' },
  '/dashboard/manageProduct': {
    by: signedIn,
    first: 'admin',
    at: ['/dashboard/manageProduct', `/dashboard/manageProduct?q=${longQuery}`],
  },
  '/dashboard/manageOrders': { by: signedIn, at: ['/dashboard/manageOrders'], first: 'admin' },
  // A customer is signed out; all but admins see Login.
  '/dashboard/makeAdmin': {
    by: ['admin'],
    at: [
      '/dashboard/makeAdmin',
      '/dashboard/makeAdmin?role=staff',
      `/dashboard/makeAdmin?q=${'q'.repeat(100)}`,
    ],
  },
  '/dashboard/orders/:id': {
    by: signedIn,
    first: 'customer',
    at: ['/dashboard/orders/{paid}', '/dashboard/orders/{unpaid}'],
  },
  '/dashboard/overview': { by: signedIn, at: ['/dashboard/overview'], first: 'admin' },
  '/dashboard/audit': {
    by: signedIn,
    at: ['/dashboard/audit', '/dashboard/audit?what=setting&by=staff'],
    first: 'admin',
  },
  '/dashboard/store': { by: signedIn, at: ['/dashboard/store'], first: 'admin' },
  '/dashboard/importParts': { by: signedIn, at: ['/dashboard/importParts'], first: 'admin' },
  '/dashboard/reviews': {
    by: signedIn,
    at: ['/dashboard/reviews', '/dashboard/reviews?hidden=true'],
    first: 'admin',
  },
  '/dashboard/categories': { by: signedIn, at: ['/dashboard/categories'], first: 'admin' },
  '/dashboard/partTypes': { by: signedIn, at: ['/dashboard/partTypes'], first: 'admin' },
  '/dashboard/partTypes/:key': { by: signedIn, at: ['/dashboard/partTypes/brake-disc'], first: 'admin' },
  '/dashboard/attributes': { by: signedIn, at: ['/dashboard/attributes'], first: 'admin' },
  '/dashboard/estimates': { by: signedIn, at: ['/dashboard/estimates'], first: 'admin' },
  '/dashboard/subscribers': { by: signedIn, at: ['/dashboard/subscribers'], first: 'admin' },
  '/dashboard/failedMails': { by: signedIn, at: ['/dashboard/failedMails'], first: 'admin' },
  '/dashboard/failedJobs': { by: signedIn, at: ['/dashboard/failedJobs'], first: 'admin' },
  // Signed-in visitors are redirected.
  '/login': { by: ['signedOut'], at: ['/login'] },
  '/register': { by: ['signedOut'], at: ['/register'] },
  '/forgot-password': { by: everyone, at: ['/forgot-password'], first: 'signedOut' },
  '/reset-password': {
    by: everyone,
    first: 'signedOut',
    at: ['/reset-password?mode=resetPassword&oobCode={code}', '/reset-password'],
  },
  // Accounts with an address are redirected.
  '/add-email': { by: ['signedOut'], at: ['/add-email'] },
  '/editProfile': { by: signedIn, at: ['/editProfile'], first: 'customer' },
  '/*': { by: everyone, at: ['/no/such/page', '/dashboard/no-such-page'], first: 'signedOut' },
}

/** Returns the addresses to check as this visitor. */
export function addressesOf(visitor: Visitor): string[] {
  return Object.values(accessRows)
    .filter(({ by, first = visitor }) => by.includes(visitor) && (isLong || first === visitor))
    .flatMap(({ at }) => (isLong ? at : at.slice(0, 1)))
}

/** Returns the address with each name in braces replaced by its id or code. Throws for a name without one. */
export function withId(address: string, ids: Record<string, string>): string {
  return address.replace(/\{(\w+)\}/, (_, name: string) => {
    const id = ids[name]
    if (!id) throw new Error(`No value of {${name}} for ${address}`)
    return id
  })
}

/** Returns the pattern of each page; a route whose module has no component is not a page. */
export function pagePatterns(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const here = path ? `${parent}/${path}` : parent
    if (children) return pagePatterns(children, here)
    return file.endsWith('.tsx') ? [index && here === '' ? '/' : here] : []
  })
}
