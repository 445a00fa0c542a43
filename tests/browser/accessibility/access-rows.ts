import type { RouteConfigEntry } from '@react-router/dev/routes'

export type Visitor = 'nobody' | 'customer' | 'admin'
type Row = { by: Visitor[]; at: string[] }

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
    at: ['/parts', '/parts?q=brkae&brand=Steinbrekk&inStock=true&maxPrice=900', `/parts?q=${endless}`],
  },
  '/parts/:id': { by: anybody, at: ['/parts/{reviewed}', '/parts/{long}'] },
  '/purchase/:id': { by: signedIn, at: ['/purchase/{reviewed}', '/purchase/{long}'] },
  '/portfolio': { by: anybody, at: ['/portfolio'] },
  '/blogs': { by: anybody, at: ['/blogs'] },
  '/dashboard': { by: signedIn, at: ['/dashboard'] },
  '/dashboard/account': { by: signedIn, at: ['/dashboard/account'] },
  '/dashboard/orders': { by: signedIn, at: ['/dashboard/orders'] },
  '/dashboard/payment/:id': {
    by: signedIn,
    at: ['/dashboard/payment/{unpaid}', '/dashboard/payment/{paid}'],
  },
  '/dashboard/review': { by: signedIn, at: ['/dashboard/review', '/dashboard/review?part={long}'] },
  '/dashboard/addProduct': { by: signedIn, at: ['/dashboard/addProduct'] },
  '/dashboard/manageProduct': {
    by: signedIn,
    at: ['/dashboard/manageProduct', `/dashboard/manageProduct?q=${endless}`],
  },
  '/dashboard/manageOrders': { by: signedIn, at: ['/dashboard/manageOrders'] },
  // anybody else is signed out and lands on Login
  '/dashboard/makeAdmin': { by: ['admin'], at: ['/dashboard/makeAdmin'] },
  '/dashboard/orders/:id': { by: signedIn, at: ['/dashboard/orders/{unpaid}', '/dashboard/orders/{paid}'] },
  '/dashboard/overview': { by: signedIn, at: ['/dashboard/overview'] },
  '/dashboard/importParts': { by: signedIn, at: ['/dashboard/importParts'] },
  '/dashboard/reviews': { by: signedIn, at: ['/dashboard/reviews', '/dashboard/reviews?hidden=true'] },
  '/dashboard/estimates': { by: signedIn, at: ['/dashboard/estimates'] },
  '/dashboard/subscribers': { by: signedIn, at: ['/dashboard/subscribers'] },
  // whoever is signed in is led on
  '/login': { by: ['nobody'], at: ['/login'] },
  '/register': { by: ['nobody'], at: ['/register'] },
  '/forgot-password': { by: anybody, at: ['/forgot-password'] },
  '/reset-password': {
    by: anybody,
    at: ['/reset-password', '/reset-password?mode=resetPassword&oobCode={code}'],
  },
  // whoever has an address is led on
  '/add-email': { by: ['nobody'], at: ['/add-email'] },
  '/editProfile': { by: signedIn, at: ['/editProfile'] },
  '/*': { by: anybody, at: ['/no/such/page', '/dashboard/no-such-page'] },
}

/** The addresses that a visitor looks at, with what was made for them put in. */
export function addressesOf(visitor: Visitor, made: Record<string, string>): string[] {
  const open = Object.values(accessRows).filter(({ by }) => by.includes(visitor))
  return open
    .flatMap(({ at }) => at)
    .map((address) =>
      address.replace(/\{(\w+)\}/, (_, name: string) => {
        const id = made[name]
        if (!id) throw new Error(`Nothing was made for ${address}`)
        return id
      }),
    )
}

/** Each page's pattern; a route that answers with something else than a page has no component. */
export function pagePatterns(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const here = path ? `${parent}/${path}` : parent
    if (children) return pagePatterns(children, here)
    return file.endsWith('.tsx') ? [index && here === '' ? '/' : here] : []
  })
}
