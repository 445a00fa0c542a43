import type { Page, Route } from '@playwright/test'

/** What the store contains: an example of each kind, long texts, five hundred of each kind, or nothing. */
export type State = 'normal' | 'long' | 'many' | 'empty'
/** A newcomer has an account without an address. */
export type Person = 'visitor' | 'newcomer' | 'customer' | 'admin'
/** Values of the placeholders in paths. */
export type Ids = { part: string; order: string; paidOrder: string; resetLink: string }

export type Shot = {
  name: string
  /** With placeholders: `/parts/{part}`. */
  path: string
  as: Person
  /** Default: `normal`. */
  states?: State[]
  inDocs?: boolean
  /** Is done on the page first. The picture then shows the window only. */
  action?: (page: Page) => Promise<unknown>
  /** As it is printed. */
  onPaper?: boolean
  /** Default: all widths. */
  widths?: number[]
}

const ALL: State[] = ['normal', 'long', 'many', 'empty']
const LONG: State[] = ['normal', 'long']
const PHONE = [360]

/** Every page of the store. */
export const pageShots: Shot[] = [
  { name: 'home', path: '/', as: 'visitor', states: ALL, inDocs: true },
  { name: 'parts', path: '/parts', as: 'visitor', states: ALL },
  { name: 'parts-found-none', path: '/parts?q=zzzzzz', as: 'visitor' },
  { name: 'part', path: '/parts/{part}', as: 'visitor', states: ['normal', 'long', 'many'], inDocs: true },
  { name: 'portfolio', path: '/portfolio', as: 'visitor' },
  { name: 'blogs', path: '/blogs', as: 'visitor' },
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'register', path: '/register', as: 'visitor' },
  { name: 'forgot-password', path: '/forgot-password', as: 'visitor' },
  { name: 'reset-password', path: '{resetLink}', as: 'visitor', states: LONG },
  { name: 'reset-password-bad-link', path: '/reset-password', as: 'visitor' },
  { name: 'add-email', path: '/add-email', as: 'newcomer' },
  { name: 'edit-profile-signed-out', path: '/editProfile', as: 'visitor' },
  { name: 'not-found', path: '/no-such-page', as: 'visitor' },
  { name: 'part-gone', path: '/parts/none', as: 'visitor' },

  { name: 'home-signed-in', path: '/', as: 'customer', states: LONG },
  { name: 'purchase', path: '/purchase/{part}', as: 'customer', states: LONG, inDocs: true },
  { name: 'profile', path: '/dashboard', as: 'customer', states: LONG },
  { name: 'edit-profile', path: '/editProfile', as: 'customer', states: LONG },
  { name: 'account', path: '/dashboard/account', as: 'customer', states: LONG },
  { name: 'orders', path: '/dashboard/orders', as: 'customer', states: ALL, inDocs: true },
  { name: 'receipt', path: '/dashboard/orders/{paidOrder}', as: 'customer', states: LONG },
  {
    name: 'receipt-on-paper',
    path: '/dashboard/orders/{paidOrder}',
    as: 'customer',
    states: LONG,
    widths: [768],
    onPaper: true,
  },
  { name: 'order-sheet', path: '/dashboard/orders/{order}', as: 'customer', states: LONG },
  { name: 'payment', path: '/dashboard/payment/{order}', as: 'customer', states: LONG },
  { name: 'payment-done', path: '/dashboard/payment/{paidOrder}', as: 'customer', states: LONG },
  { name: 'add-review', path: '/dashboard/review', as: 'customer', states: LONG },
  { name: 'admins-only', path: '/dashboard/manageOrders', as: 'customer' },

  { name: 'admin-profile', path: '/dashboard', as: 'admin' },
  { name: 'add-product', path: '/dashboard/addProduct', as: 'admin' },
  { name: 'manage-product', path: '/dashboard/manageProduct', as: 'admin', states: ALL },
  { name: 'manage-orders', path: '/dashboard/manageOrders', as: 'admin', states: ALL },
  { name: 'make-admin', path: '/dashboard/makeAdmin', as: 'admin', states: ALL },
  { name: 'overview', path: '/dashboard/overview', as: 'admin', states: ALL, inDocs: true },
  { name: 'import-parts', path: '/dashboard/importParts', as: 'admin' },
  { name: 'reviews', path: '/dashboard/reviews', as: 'admin', states: ALL },
  { name: 'estimates', path: '/dashboard/estimates', as: 'admin', states: ALL },
  { name: 'subscribers', path: '/dashboard/subscribers', as: 'admin', states: ALL },
  { name: 'failed-mails', path: '/dashboard/failedMails', as: 'admin' },
]

const payment = { path: '/dashboard/payment/{order}', as: 'customer' } as const
const importParts = { path: '/dashboard/importParts', as: 'admin' } as const
const manageOrders = { path: '/dashboard/manageOrders', as: 'admin' } as const

/** Menus, dialogs, errors and messages. */
export const actionShots: Shot[] = [
  { name: 'all-products', path: '/', as: 'visitor', action: press('All Products') },
  { name: 'drawer', path: '/', as: 'visitor', widths: PHONE, action: press('Open menu') },
  {
    name: 'drawer-signed-in',
    path: '/dashboard',
    as: 'customer',
    states: LONG,
    widths: PHONE,
    action: press('Open menu'),
  },
  { name: 'account-menu', path: '/', as: 'customer', states: LONG, action: openAccountMenu },
  {
    name: 'log-out',
    path: '/',
    as: 'customer',
    widths: [768, 1440],
    action: inTurn(openAccountMenu, press('Log Out')),
  },
  { name: 'login-errors', path: '/login', as: 'visitor', action: pressInMain('Login') },
  { name: 'login-link', path: '/login', as: 'visitor', action: pressInMain('Email me a sign-in link') },
  { name: 'login-phone', path: '/login', as: 'visitor', action: pressInMain('Use my phone') },
  { name: 'register-errors', path: '/register', as: 'visitor', action: pressInMain('Register') },
  { name: 'estimate-errors', path: '/', as: 'visitor', action: pressInMain('Get a Quote') },
  {
    name: 'quantity-error',
    path: '/purchase/{part}',
    as: 'customer',
    action: (page) => page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' }).fill('1000000'),
  },
  {
    name: 'quantity-updated',
    path: '/purchase/{part}',
    as: 'customer',
    action: pressInMain('Update Quantity'),
  },
  { name: 'purchase-errors', path: '/purchase/{part}', as: 'customer', action: pressInMain('Purchase') },
  {
    name: 'purchase-placed',
    path: '/purchase/{part}',
    as: 'customer',
    states: LONG,
    async action(page) {
      for (const label of ['Address', 'Phone', 'Location'])
        await page.getByRole('main').getByLabel(label, { exact: true }).fill('44')
      await pressInMain('Purchase')(page)
      await page.getByText('Congratulations!').waitFor()
    },
  },
  {
    name: 'delete-order',
    path: '/dashboard/orders',
    as: 'customer',
    states: LONG,
    action: openDialog('Delete'),
  },
  { name: 'review-errors', path: '/dashboard/review', as: 'customer', action: pressInMain('Add Review') },
  { name: 'product-errors', path: '/dashboard/addProduct', as: 'admin', action: pressInMain('Add Product') },
  {
    name: 'edit-product',
    path: '/dashboard/manageProduct',
    as: 'admin',
    states: LONG,
    action: openDialog('Edit'),
  },
  {
    name: 'delete-product',
    path: '/dashboard/manageProduct',
    as: 'admin',
    states: LONG,
    action: openDialog('Delete'),
  },
  {
    name: 'shift-order',
    ...manageOrders,
    states: LONG,
    async action(page) {
      await page.getByRole('main').getByRole('combobox').first().selectOption('Shift')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-reauthentication',
    path: '/dashboard/account',
    as: 'customer',
    states: LONG,
    async action(page) {
      await pressInMain('Change password')(page)
      await page.getByLabel('New password').fill('a-newer-password')
      await pressInMain('Save password')(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-deletion',
    path: '/dashboard/account',
    as: 'customer',
    action: pressInMain('Delete my account'),
  },

  {
    name: 'import-waiting',
    ...importParts,
    async action(page) {
      await compareFile(page)
      await page.goto('/dashboard/importParts')
      await page.getByRole('heading', { name: 'Not finished' }).waitFor()
    },
  },
  { name: 'import-report', ...importParts, action: compareFile },
  {
    name: 'import-question',
    ...importParts,
    widths: [360, 1440],
    action: inTurn(compareFile, press('Apply'), (page) => page.getByRole('dialog').waitFor()),
  },
  {
    name: 'import-refused',
    ...importParts,
    async action(page) {
      await chooseFile(page, 'Datum;Betrag\n1;2\n')
      await page.getByText('Refused').first().waitFor()
    },
  },
  {
    name: 'import-incomplete',
    ...importParts,
    async action(page) {
      const chunks = '**/api/import/*/piece**'
      await page.route(chunks, (route) =>
        route.request().url().includes('offset=0') ? route.continue() : route.abort(),
      )
      await chooseFile(page, `_id,price\n${',1\n'.repeat(200_000)}`)
      await page.getByRole('alert').waitFor()
      await page.unroute(chunks)
      await page.reload()
      await page.getByRole('link', { name: 'Go on with' }).first().click()
      await page.getByLabel('again to go on').waitFor()
    },
  },

  { name: 'payment-incomplete', ...payment, action: payWith('4242 42', 'is incomplete') },
  {
    name: 'payment-declined',
    ...payment,
    states: LONG,
    action: payWith('4000 0000 0000 0002', 'was declined'),
  },
  {
    name: 'payment-bank-asks',
    ...payment,
    async action(page) {
      await enterCardAndPay(page, '4000 0025 0000 3155')
      const bank = page.frameLocator('iframe[title="3D Secure authentication"]')
      await bank.getByRole('button', { name: 'Complete' }).waitFor()
    },
  },
  {
    name: 'payment-provider-away',
    ...payment,
    action: reloadWithout('**/api/create-payment-intent', (route) =>
      route.fulfill({ status: 503, json: { code: 'cards_unavailable' } }),
    ),
  },
  {
    name: 'payment-without-card-form',
    ...payment,
    action: reloadWithout('**/payments/v1/stripe.js', (route) => route.abort()),
  },
  {
    name: 'payment-preparing',
    ...payment,
    async action(page) {
      const call = '**/api/create-payment-intent'
      await page.route(call, () => undefined)
      await page.reload()
      await page.getByText('Preparing the payment').waitFor()
      await page.unroute(call)
    },
  },
  {
    name: 'order-history',
    path: '/dashboard/orders',
    as: 'customer',
    states: LONG,
    action: (page) => page.getByText('History', { exact: true }).last().click(),
  },
  { name: 'refund', ...manageOrders, states: LONG, action: openDialog('Refund') },
  {
    name: 'refund-errors',
    ...manageOrders,
    async action(page) {
      await openDialog('Refund')(page)
      await page.getByRole('dialog').getByLabel('Amount').fill('100000')
      await page.getByRole('button', { name: 'Give back' }).click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
]

export function pathOf({ path }: Shot, ids: Ids): string {
  return Object.entries(ids).reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), path)
}

type Action = (page: Page) => Promise<unknown>

function inTurn(...actions: Action[]): Action {
  return async (page) => {
    for (const action of actions) await action(page)
  }
}

function press(button: string): Action {
  return (page) => page.getByRole('button', { name: button }).click()
}

function pressInMain(button: string): Action {
  return (page) => page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
}

/** Presses the first enabled button of this name in a list. */
function openDialog(button: string): Action {
  return async (page) => {
    const buttons = page.getByRole('main').getByRole('button', { name: button, exact: true, disabled: false })
    await buttons.first().click()
    await page.getByRole('dialog').waitFor()
  }
}

function openAccountMenu(page: Page): Promise<void> {
  return page.getByRole('button', { name: /^Account/ }).click()
}

async function enterCardAndPay(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.getByLabel('Credit or debit card number').fill(number)
  await card.getByLabel('Credit or debit card expiration date').fill('12 / 44')
  await card.getByLabel('Credit or debit card CVC/CVV').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

function payWith(number: string, message: string): Action {
  return async (page) => {
    await enterCardAndPay(page, number)
    await page.getByRole('main').getByRole('alert').filter({ hasText: message }).waitFor()
  }
}

function reloadWithout(address: string, refuse: (route: Route) => Promise<void>): Action {
  return async (page) => {
    await page.route(address, refuse)
    await page.reload()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await page.unroute(address)
  }
}

const NEW_PARTS = [
  ',Thermostat 87 °C with housing,24.90,1,60,/drawings/water-pump.svg,0.4',
  ',Ignition lead set,39.00,1,25,/drawings/spark-plug.svg,0.6',
  ',Wheel bolt M14 × 1.5,"2,40",4,500,/drawings/wheel-bearing.svg,0.1',
  ',Wiper blade 600 mm,x,0,40,,0.2',
]

async function compareFile(page: Page): Promise<void> {
  const response = await page.request.get('/api/service?limit=4')
  const parts: { _id: string; price: number }[] = await response.json()
  const changed = parts.map(
    ({ _id, price }) => `${_id},"Renamed, as an example",${price + 4.1},1,25,/a.svg,1`,
  )
  const header = '_id,productName,price,minimumOrder,availableQuantity,img,Weight'
  await chooseFile(page, [header, ...changed, ...NEW_PARTS].join('\n'))
  await page.getByRole('heading', { name: 'What changes' }).waitFor()
}

async function chooseFile(page: Page, text: string): Promise<void> {
  const file = { name: 'spring-prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel(/^Choose an?/).setInputFiles(file)
}
