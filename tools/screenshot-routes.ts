import type { Page } from '@playwright/test'

/** What the store holds when a picture is taken. */
export type State = 'normal' | 'long' | 'many' | 'empty'
/** A newcomer has an account without an address. */
export type Person = 'visitor' | 'newcomer' | 'customer' | 'admin'
/** What some addresses need: a part, an unpaid order and a paid one, the link of a mail. */
export type Ids = { part: string; order: string; paidOrder: string; resetLink: string }

export type Shot = {
  name: string
  path: (ids: Ids) => string
  as: Person
  states: State[]
  /** In the documents, too. */
  inDocs?: boolean
  /** What is done on the page first; the picture is then of the window alone. */
  act?: (page: Page) => Promise<void>
  /** As it comes out of a printer. */
  onPaper?: boolean
  /** Where the act can not be done at every width. */
  widths?: number[]
}

const ALL: State[] = ['normal', 'long', 'many', 'empty']

/** Every page of the store, and the states in which it is worth a look. */
export const pageShots: Shot[] = [
  { name: 'home', path: () => '/', as: 'visitor', states: ALL, inDocs: true },
  { name: 'parts', path: () => '/parts', as: 'visitor', states: ALL },
  { name: 'parts-found-none', path: () => '/parts?q=zzzzzz', as: 'visitor', states: ['normal'] },
  {
    name: 'part',
    path: ({ part }) => `/parts/${part}`,
    as: 'visitor',
    states: ['normal', 'long', 'many'],
    inDocs: true,
  },
  { name: 'portfolio', path: () => '/portfolio', as: 'visitor', states: ['normal'] },
  { name: 'blogs', path: () => '/blogs', as: 'visitor', states: ['normal'] },
  { name: 'login', path: () => '/login', as: 'visitor', states: ['normal'] },
  { name: 'register', path: () => '/register', as: 'visitor', states: ['normal'] },
  { name: 'forgot-password', path: () => '/forgot-password', as: 'visitor', states: ['normal'] },
  { name: 'reset-password', path: ({ resetLink }) => resetLink, as: 'visitor', states: ['normal', 'long'] },
  { name: 'reset-password-bad-link', path: () => '/reset-password', as: 'visitor', states: ['normal'] },
  { name: 'add-email', path: () => '/add-email', as: 'newcomer', states: ['normal'] },
  { name: 'edit-profile-signed-out', path: () => '/editProfile', as: 'visitor', states: ['normal'] },
  { name: 'not-found', path: () => '/no-such-page', as: 'visitor', states: ['normal'] },
  { name: 'part-gone', path: () => '/parts/none', as: 'visitor', states: ['normal'] },

  { name: 'home-signed-in', path: () => '/', as: 'customer', states: ['normal', 'long'] },
  {
    name: 'purchase',
    path: ({ part }) => `/purchase/${part}`,
    as: 'customer',
    states: ['normal', 'long'],
    inDocs: true,
  },
  { name: 'profile', path: () => '/dashboard', as: 'customer', states: ['normal', 'long'] },
  { name: 'edit-profile', path: () => '/editProfile', as: 'customer', states: ['normal', 'long'] },
  { name: 'account', path: () => '/dashboard/account', as: 'customer', states: ['normal', 'long'] },
  { name: 'orders', path: () => '/dashboard/orders', as: 'customer', states: ALL, inDocs: true },
  {
    name: 'receipt',
    path: ({ paidOrder }) => `/dashboard/orders/${paidOrder}`,
    as: 'customer',
    states: ['normal', 'long'],
  },
  {
    name: 'receipt-on-paper',
    path: ({ paidOrder }) => `/dashboard/orders/${paidOrder}`,
    as: 'customer',
    states: ['normal', 'long'],
    widths: [768],
    onPaper: true,
  },
  {
    name: 'order-sheet',
    path: ({ order }) => `/dashboard/orders/${order}`,
    as: 'customer',
    states: ['normal', 'long'],
  },
  {
    name: 'payment',
    path: ({ order }) => `/dashboard/payment/${order}`,
    as: 'customer',
    states: ['normal', 'long'],
  },
  {
    name: 'payment-done',
    path: ({ paidOrder }) => `/dashboard/payment/${paidOrder}`,
    as: 'customer',
    states: ['normal', 'long'],
  },
  { name: 'add-review', path: () => '/dashboard/review', as: 'customer', states: ['normal', 'long'] },
  { name: 'admins-only', path: () => '/dashboard/manageOrders', as: 'customer', states: ['normal'] },

  { name: 'admin-profile', path: () => '/dashboard', as: 'admin', states: ['normal'] },
  { name: 'add-product', path: () => '/dashboard/addProduct', as: 'admin', states: ['normal'] },
  { name: 'manage-product', path: () => '/dashboard/manageProduct', as: 'admin', states: ALL },
  { name: 'manage-orders', path: () => '/dashboard/manageOrders', as: 'admin', states: ALL },
  { name: 'make-admin', path: () => '/dashboard/makeAdmin', as: 'admin', states: ALL },
  { name: 'overview', path: () => '/dashboard/overview', as: 'admin', states: ALL, inDocs: true },
  { name: 'import-parts', path: () => '/dashboard/importParts', as: 'admin', states: ['normal'] },
  { name: 'reviews', path: () => '/dashboard/reviews', as: 'admin', states: ALL },
  { name: 'estimates', path: () => '/dashboard/estimates', as: 'admin', states: ALL },
  { name: 'subscribers', path: () => '/dashboard/subscribers', as: 'admin', states: ALL },
  { name: 'failed-mails', path: () => '/dashboard/failedMails', as: 'admin', states: ['normal'] },
]
