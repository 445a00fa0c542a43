/** The language of all texts; STORE_LOCALE formats numbers and dates only. */
export const textLanguage = 'en'

export const layoutTexts = {
  skip: 'Skip to content',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Menu',
  mainNavigation: 'Main',
  drawerNavigation: 'Drawer',
  home: 'Home',
  dashboard: 'Dashboard',
  portfolio: 'Portfolio',
  blogs: 'Blogs',
  login: 'Login',
  logOut: 'Log Out',
  darkTheme: 'Dark theme',
  account: 'Account',
  cart: 'Cart',
  cartOf: (parts: number) => (parts === 1 ? 'Cart, 1 part' : `Cart, ${parts} parts`),
  accountOf: (name: string) => `Account: ${name}`,
  catalogue: 'Catalogue',
  allProducts: 'All Products',
  allParts: 'All parts',
  search: 'Search',
  searchLabel: 'Search parts',
  searchPlaceholder: 'Name or part number',
  myProfile: 'My Profile',
  contactUs: 'Contact Us',
  catalog: 'Catalog',
  newsletter: 'Newsletter',
  newsletterText: 'New parts and offers, once a month.',
  newsletterEmail: 'Email',
  newsletterPlaceholder: 'you@example.com',
  subscribe: 'Subscribe',
  subscribed: 'Thank you. You are on the list.',
  demo: 'Demo',
  cataloguePrint: 'Catalogue 2026, all dimensions in mm',
  counter: (store: string) => `${store} counter`,
} as const

export function demoNotice(takesCards: boolean): string {
  return takesCards
    ? 'Demo store. Payments are tests; no card is charged.'
    : 'Demo store. Orders are tests; nothing is sold.'
}

export const logOutTexts = {
  text: 'You Want to Log Out?',
  done: 'You are successfully Log Out',
  button: 'Yes, log out',
} as const
