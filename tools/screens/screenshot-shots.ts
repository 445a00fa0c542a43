import type { Page } from '@playwright/test'
import {
  addToCart,
  askForInvoice,
  openMiniCart,
  placeOrder,
  placeOrderThatExpires,
  sellOutAtCheckout,
  showCart,
  showCheckout,
  showWithoutQuotes,
} from './cart-shots.ts'

/** What lists show: examples, long texts, five hundred entries, or nothing. */
export type State = 'normal' | 'long' | 'many' | 'empty'
/** A newcomer has an account without an e-mail address. */
export type Person = 'visitor' | 'newcomer' | 'customer' | 'admin'
/** `cartOrder`: paid, of several parts, one unit refunded, with a note. */
export type Ids = Record<'part' | 'soldOut' | 'order' | 'paidOrder' | 'cartOrder' | 'resetLink', string>

type Action = (page: Page) => Promise<unknown>

export type Shot = {
  name: string
  /** With placeholders: `/parts/{part}`. */
  path: string
  as: Person
  states?: State[]
  inDocs?: boolean
  /** Performed on the page first; then the screenshot shows the window only. */
  action?: Action
  onPaper?: boolean
  widths?: number[]
}

const ALL: State[] = ['normal', 'long', 'many', 'empty']
const LONG: State[] = ['normal', 'long']
const PHONE = [360]

export const pageShots: Shot[] = [
  { name: 'home', path: '/', as: 'visitor', states: ALL, inDocs: true },
  { name: 'parts', path: '/parts', as: 'visitor', states: ALL },
  { name: 'parts-found-none', path: '/parts?q=zzzzzz', as: 'visitor' },
  {
    name: 'parts-nearest',
    path: '/parts?category=body&type=brake-disc&a.axle=front&a.diameter=281',
    as: 'visitor',
  },
  {
    name: 'parts-wrong-filters',
    path: '/parts?category=body&type=brake-disc&a.diameter=301..300&a.teeth=9&minPrice=50&maxPrice=20',
    as: 'visitor',
  },
  { name: 'part', path: '/parts/{part}', as: 'visitor', states: ['normal', 'long', 'many'], inDocs: true },
  { name: 'part-sold-out', path: '/parts/{soldOut}', as: 'visitor' },
  { name: 'parts-table', path: '/parts?category=body&type=brake-disc&view=table', as: 'visitor' },
  { name: 'cart-empty', path: '/cart', as: 'visitor' },
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
  { name: 'addresses', path: '/dashboard/addresses', as: 'customer', states: LONG },
  { name: 'checkout-empty', path: '/checkout', as: 'customer' },
  { name: 'checkout-not-found', path: '/checkout?order=1', as: 'customer' },
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
  { name: 'order-details', path: '/dashboard/orders/{order}', as: 'customer', states: LONG },
  {
    name: 'order-of-parts',
    path: '/dashboard/orders/{cartOrder}',
    as: 'customer',
    states: LONG,
    inDocs: true,
  },
  { name: 'payment', path: '/dashboard/payment/{order}', as: 'customer', states: LONG },
  { name: 'payment-done', path: '/dashboard/payment/{paidOrder}', as: 'customer', states: LONG },
  { name: 'add-review', path: '/dashboard/review', as: 'customer', states: LONG },
  { name: 'admins-only', path: '/dashboard/manageOrders', as: 'customer' },

  { name: 'admin-profile', path: '/dashboard', as: 'admin' },
  { name: 'add-product', path: '/dashboard/addProduct', as: 'admin' },
  { name: 'manage-product', path: '/dashboard/manageProduct', as: 'admin', states: ALL },
  { name: 'manage-orders', path: '/dashboard/manageOrders', as: 'admin', states: ALL },
  { name: 'manage-order', path: '/dashboard/orders/{cartOrder}', as: 'admin', states: LONG },
  { name: 'make-admin', path: '/dashboard/makeAdmin', as: 'admin', states: ALL },
  { name: 'overview', path: '/dashboard/overview', as: 'admin', states: ALL, inDocs: true },
  { name: 'audit', path: '/dashboard/audit', as: 'admin', states: ALL },
  {
    name: 'audit-found-none',
    path: '/dashboard/audit?q=zzzzzz&by=staff&from=2026-01-01',
    as: 'admin',
  },
  { name: 'import-parts', path: '/dashboard/importParts', as: 'admin' },
  { name: 'reviews', path: '/dashboard/reviews', as: 'admin', states: ALL },
  { name: 'categories', path: '/dashboard/categories', as: 'admin' },
  { name: 'part-types', path: '/dashboard/partTypes', as: 'admin' },
  { name: 'part-type', path: '/dashboard/partTypes/brake-disc', as: 'admin' },
  { name: 'attributes', path: '/dashboard/attributes', as: 'admin' },
  { name: 'estimates', path: '/dashboard/estimates', as: 'admin', states: ALL },
  { name: 'subscribers', path: '/dashboard/subscribers', as: 'admin', states: ALL },
  { name: 'store', path: '/dashboard/store', as: 'admin' },
  { name: 'failed-mails', path: '/dashboard/failedMails', as: 'admin' },
  { name: 'failed-jobs', path: '/dashboard/failedJobs', as: 'admin' },
]

function shotsOf(page: Pick<Shot, 'path' | 'as'>, shots: Omit<Shot, 'path' | 'as'>[]): Shot[] {
  return shots.map((shot) => ({ ...page, ...shot }))
}

export const actionShots: Shot[] = [
  ...shotsOf({ path: '/cart', as: 'visitor' }, [
    { name: 'cart-full', states: LONG, action: showCart({ isChanged: false }) },
    { name: 'cart-changed', states: LONG, action: showCart({ isChanged: true }) },
    { name: 'cart-not-loaded', action: showWithoutQuotes },
  ]),
  ...shotsOf({ path: '/checkout', as: 'customer' }, [
    { name: 'checkout', states: LONG, action: showCheckout },
    { name: 'checkout-pickup', action: inSequence(showCheckout, chooseRadio('Pick-up')) },
    {
      name: 'checkout-errors',
      action: inSequence(showCheckout, chooseRadio('As agreed'), askForInvoice, pressInMain('Order and pay')),
    },
    { name: 'checkout-sold-out', action: sellOutAtCheckout },
    { name: 'checkout-placed', states: LONG, action: placeOrder },
    { name: 'checkout-expired', action: placeOrderThatExpires },
  ]),
  {
    path: '/dashboard/addresses',
    as: 'customer',
    name: 'address-new',
    states: LONG,
    action: pressInMain('Add an address'),
  },
  { path: '/parts', as: 'visitor', name: 'mini-cart', states: LONG, action: openMiniCart },
  { path: '/parts', as: 'visitor', name: 'filters', widths: [360, 768], action: press('Filters') },
  { path: '/parts', as: 'visitor', name: 'suggestions', states: LONG, action: typeQuery('brake') },
  { path: '/parts/{part}', as: 'visitor', name: 'part-zoom', states: LONG, action: enlargePicture },
  { path: '/parts/{part}', as: 'visitor', name: 'mini-cart-added', action: addToCart },
  ...shotsOf({ path: '/', as: 'visitor' }, [
    { name: 'all-products', widths: [768, 1440], action: press('All Products') },
    { name: 'drawer', widths: PHONE, action: press('Open menu') },
    { name: 'estimate-errors', action: pressInMain('Get a Quote') },
  ]),
  ...shotsOf({ path: '/login', as: 'visitor' }, [
    { name: 'login-errors', action: pressInMain('Login') },
    { name: 'login-link', action: pressInMain('Email me a sign-in link') },
    { name: 'login-phone', action: pressInMain('Use my phone') },
  ]),
  { path: '/register', as: 'visitor', name: 'register-errors', action: pressInMain('Register') },
  ...shotsOf({ path: '/', as: 'customer' }, [
    { name: 'drawer-signed-in', states: LONG, widths: PHONE, action: press('Open menu') },
    { name: 'account-menu', states: LONG, widths: [768, 1440], action: press(/^Account/) },
    { name: 'log-out', widths: [768, 1440], action: inSequence(press(/^Account/), press('Log Out')) },
  ]),
  ...shotsOf({ path: '/purchase/{part}', as: 'customer' }, [
    { name: 'quantity-error', action: typeQuantity('1000000') },
    { name: 'quantity-updated', action: inSequence(typeQuantity('4'), pressInMain('Update Quantity')) },
    { name: 'purchase-errors', action: pressInMain('Purchase') },
    { name: 'purchase-placed', states: LONG, action: purchase },
  ]),
  ...shotsOf({ path: '/dashboard/orders', as: 'customer' }, [
    { name: 'delete-order', states: LONG, action: openDialog('Delete') },
    { name: 'order-history', states: LONG, action: openHistory },
  ]),
  ...shotsOf({ path: '/dashboard/payment/{order}', as: 'customer' }, [
    { name: 'payment-incomplete', action: payWith('4242 42', 'is incomplete') },
    { name: 'payment-declined', states: LONG, action: payWith('4000 0000 0000 0002', 'was declined') },
    { name: 'payment-challenge', action: openChallenge },
    { name: 'payment-without-card-form', action: reloadWithoutCardForm },
  ]),
  { path: '/dashboard/review', as: 'customer', name: 'review-errors', action: pressInMain('Add Review') },
  ...shotsOf({ path: '/dashboard/account', as: 'customer' }, [
    { name: 'account-reauthentication', states: LONG, action: changePassword },
    { name: 'account-deletion', action: pressInMain('Delete my account') },
  ]),
  ...shotsOf({ path: '/dashboard/overview', as: 'admin' }, [
    { name: 'find', states: LONG, action: findAtHand('brake') },
    { name: 'find-nothing', action: findAtHand('zzzz') },
    { name: 'office-menu', widths: PHONE, action: press('More') },
  ]),
  { path: '/dashboard/addProduct', as: 'admin', name: 'product-errors', action: pressInMain('Add Product') },
  {
    path: '/dashboard/addProduct',
    as: 'admin',
    name: 'product-of-type',
    action: (page) => page.getByLabel('Part type').selectOption('Brake disc'),
  },
  { path: '/dashboard/categories', as: 'admin', name: 'category-new', action: openDialog('Add a category') },
  { path: '/dashboard/partTypes', as: 'admin', name: 'part-type-new', action: openDialog('Add a part type') },
  ...shotsOf({ path: '/dashboard/attributes', as: 'admin' }, [
    { name: 'attribute-edit', action: openDialog('Edit Axle') },
    {
      name: 'attribute-merge',
      action: inSequence(openDialog('Edit Axle'), press('Merge Front into another choice'), waitForMerge),
    },
  ]),
  ...shotsOf({ path: '/dashboard/manageProduct', as: 'admin' }, [
    { name: 'edit-product', states: LONG, action: openDialog('Edit') },
    { name: 'delete-product', states: LONG, action: openDialog('Delete') },
  ]),
  {
    path: '/dashboard/orders/{cartOrder}',
    as: 'admin',
    name: 'refund-lines',
    states: LONG,
    action: openDialog('Refund'),
  },
  ...shotsOf({ path: '/dashboard/manageOrders', as: 'admin' }, [
    { name: 'shift-order', states: LONG, action: chooseShift },
    { name: 'refund', states: LONG, action: openDialog('Refund') },
    { name: 'refund-errors', action: inSequence(openDialog('Refund'), refundTooMuch) },
  ]),
  ...shotsOf({ path: '/dashboard/importParts', as: 'admin' }, [
    { name: 'import-report', action: compareFile },
    { name: 'import-confirmation', action: inSequence(compareFile, press('Apply'), waitForDialog) },
    { name: 'import-refused', action: chooseWrongFile },
  ]),
]

export function pathOf({ path }: Shot, ids: Ids): string {
  return Object.entries(ids).reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), path)
}

function inSequence(...actions: Action[]): Action {
  return async (page) => {
    for (const action of actions) await action(page)
  }
}

function waitForMerge(page: Page): Promise<void> {
  return page.getByLabel('Merge Front into', { exact: true }).waitFor()
}

function press(button: string | RegExp): Action {
  return (page) => page.getByRole('button', { name: button }).click()
}

function pressInMain(button: string): Action {
  return (page) => page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
}

function typeQuery(query: string): Action {
  return async (page) => {
    await page.getByRole('search').getByLabel('Search parts').fill(query)
    await page.getByRole('option').first().waitFor()
  }
}

async function enlargePicture(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Pictures' }).getByRole('link').first().click()
  await waitForDialog(page)
}

function findAtHand(query: string): Action {
  return async (page) => {
    await page.keyboard.press('/')
    await page.keyboard.type(query)
    await page
      .getByText(/^All parts with|^Nothing found/)
      .first()
      .waitFor()
  }
}

function chooseRadio(name: string): Action {
  return (page) => page.getByRole('radio', { name }).check()
}

function openDialog(button: string): Action {
  return async (page) => {
    const buttons = page.getByRole('main').getByRole('button', { name: button, exact: true, disabled: false })
    await buttons.first().click()
    await waitForDialog(page)
  }
}

function waitForDialog(page: Page): Promise<void> {
  return page.getByRole('dialog').waitFor()
}

function typeQuantity(quantity: string): Action {
  return (page) => page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' }).fill(quantity)
}

async function purchase(page: Page): Promise<void> {
  for (const label of ['Address', 'Phone', 'Location'])
    await page.getByRole('main').getByLabel(label, { exact: true }).fill('44')
  await pressInMain('Purchase')(page)
  await page.getByText('Congratulations!').waitFor()
}

function openHistory(page: Page): Promise<void> {
  return page.getByText('History', { exact: true }).last().click()
}

async function changePassword(page: Page): Promise<void> {
  await pressInMain('Change password')(page)
  await page.getByLabel('New password').fill('a-newer-password')
  await pressInMain('Save password')(page)
  await waitForDialog(page)
}

async function chooseShift(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('combobox').first().selectOption('Shift')
  await waitForDialog(page)
}

async function refundTooMuch(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('100000')
  await page.getByRole('button', { name: 'Give back' }).click()
  await dialog.getByRole('alert').waitFor()
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

async function openChallenge(page: Page): Promise<void> {
  await enterCardAndPay(page, '4000 0025 0000 3155')
  const bank = page.frameLocator('iframe[title="3D Secure authentication"]')
  await bank.getByRole('button', { name: 'Complete' }).waitFor()
}

async function reloadWithoutCardForm(page: Page): Promise<void> {
  const library = '**/payments/v1/stripe.js'
  await page.route(library, (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.unroute(library)
}

const NEW_ROWS = [
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
  await chooseFile(page, [header, ...changed, ...NEW_ROWS].join('\n'))
  await page.getByRole('heading', { name: 'What changes' }).waitFor()
}

async function chooseFile(page: Page, text: string): Promise<void> {
  const file = { name: 'spring-prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel(/^Choose an?/).setInputFiles(file)
}

async function chooseWrongFile(page: Page): Promise<void> {
  await chooseFile(page, 'Datum;Betrag\n1;2\n')
  await page.getByText('Refused').first().waitFor()
}
