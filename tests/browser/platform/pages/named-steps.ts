import type { Locator, Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { partBody } from '../../../support/products/example-part.ts'
import { createAccount } from '../../direct-sign-in.ts'
import { nora } from '../../people.ts'
import { typeCard } from '../../sales/card-form.ts'
import { orderPart, payOrder, signInToApi } from '../../store-api.ts'
import { expect, field, newEmail, openPopup, signIn } from '../../story.ts'

const PART_NUMBER = 'BR-2804-22'
/** The values of `:id`, `{id}`, `{email}` and `{transactionId}` in the table. */
export type Names = { id?: string; email?: string; transactionId?: string }

/** What is prepared before a page of the table is opened. */
export const givens = {
  async 'a part'({ request }) {
    const { items } = await (await signInToApi(request, nora)).listProducts({ query: { q: PART_NUMBER } })
    return { id: items[0]?._id ?? '' }
  },
  async 'an unpaid order'({ request }) {
    const order = await orderPart(await signInToApi(request, nora), nora.email, PART_NUMBER)
    return { id: order._id, email: nora.email }
  },
  async 'a paid order'({ request }) {
    const api = await signInToApi(request, nora)
    const order = await orderPart(api, nora.email, PART_NUMBER)
    return { id: order._id, transactionId: await payOrder(request, api, order) }
  },
  /** Home shows the newest, and other tests add parts, too. */
  async 'a part on Home'({ request }) {
    const admin = await signInToApi(request, sampleAdmin)
    await admin.createProduct({ body: partBody({ productName: 'Newest of the named things', price: 64.9 }) })
    return {}
  },
  async 'a part to delete'({ request }) {
    const admin = await signInToApi(request, sampleAdmin)
    await admin.createProduct({ body: partBody({ productName: 'Part of the named things', available: 4 }) })
    return {}
  },
  async 'a new account'({ request }) {
    const person = { email: newEmail('mira.holt'), password: nora.password, displayName: 'Mira Holt' }
    await createAccount(request, person)
    await signInToApi(request, person)
    return { email: person.email }
  },
  /** For a test that logs out: the other tests share one sign-in, which must not end. */
  async 'a sign-in of its own'(page) {
    await page.goto('/healthz')
    await page.evaluate(() => localStorage.clear())
    await signIn(page, nora)
    return {}
  },
  async 'an unavailable store'(page) {
    await page.route(
      /\/api\/(user|order|service|manage|overview|review|estimate|newsletter|audit|failed-mail|failed-job|sign-in|import)\b/,
      (route) => {
        const isRead = route.request().method() === 'GET'
        return isRead
          ? route.fulfill({ status: 503, json: { code: 'database_unavailable' } })
          : route.continue()
      },
    )
    return {}
  },
} satisfies Record<string, (page: Page) => Promise<Names>>
export type Given = keyof typeof givens

/** The steps of the table, on the page that is open. */
export const steps = {
  'open All Products': (page) => button(page, 'All Products').click(),
  'open the drawer': (page) => button(page, 'Open menu').click(),
  'open the account menu': (page) => button(page, 'Account: Nora Lind').click(),
  'press Log Out': (page) => button(page, 'Log Out').click(),
  cancel: (page) => button(page, 'Cancel').click(),
  async 'log out'(page) {
    await button(page, 'Account: Nora Lind').click()
    await button(page, 'Log Out').click()
    await button(page, 'Yes, log out').click()
  },
  confirm: (page) => page.getByRole('dialog').getByRole('button').nth(1).click(),

  'log in': (page) => press(page, 'Login'),
  async 'log in with an invalid address and five characters'(page) {
    await fillIn(page, { Email: 'invalid@nowhere', Password: '12345' })
    await press(page, 'Login')
  },
  async 'log in with a wrong password'(page) {
    await fillIn(page, { Email: nora.email, Password: 'not-the-password' })
    await press(page, 'Login')
  },
  async 'close the Google popup'(page) {
    const popup = await openPopup(page, () => press(page, 'Continue with Google'))
    await popup.close()
  },
  register: (page) => press(page, 'Register'),
  async 'register with an invalid address and five characters'(page) {
    await fillIn(page, { Name: nora.displayName, Email: 'invalid@nowhere', Password: '12345' })
    await press(page, 'Register')
  },
  async 'register with a taken address'(page) {
    await fillIn(page, { Email: nora.email, Password: nora.password })
    await press(page, 'Register')
  },

  'empty the quantity': (page) => quantity(page).fill(''),
  'enter more than the stock': (page) => quantity(page).fill('99999'),
  'enter less than the minimum order': (page) => quantity(page).fill('1'),
  'enter 0': (page) => quantity(page).fill('0'),
  async 'update the quantity'(page) {
    await quantity(page).fill('3')
    await press(page, 'Update Quantity')
  },
  purchase: (page) => press(page, 'Purchase'),
  async 'fill in the order and purchase'(page) {
    await fillIn(page, { Address: '44 Harbour Road', Phone: '+1 555 014 7731', Location: 'Old Port' })
    await press(page, 'Purchase')
  },
  'pay with a declined card': (page) => pay(page, '4000 0000 0000 0002'),
  pay: (page) => pay(page, '4242 4242 4242 4242'),

  'press Delete': (page) => button(page, 'Delete').click(),
  async 'send an empty review'(page) {
    await fillIn(page, { Name: '' })
    await press(page, 'Add Review')
  },
  async 'send a review'(page) {
    await fillIn(page, { Name: nora.displayName, Description: 'Fits to the millimetre.' })
    await press(page, 'Add Review')
  },
  async 'choose Shift'(page) {
    await page
      .getByRole('combobox', { name: /^Status of/ })
      .first()
      .selectOption('Shift')
  },
  async 'choose Pending'(page) {
    await page
      .getByRole('combobox', { name: /^Status of/ })
      .first()
      .selectOption('Pending')
  },
  'add a part without values': (page) => press(page, 'Add Product'),
  async 'add a part'(page) {
    await fillIn(page, {
      'Product name': `Named caliper ${Date.now()}`,
      Price: '12.50',
      'Minimum order': '1',
      'Available quantity': '5',
      'Image address': '/drawings/caliper.svg',
    })
    await press(page, 'Add Product')
  },
  'press Make Admin': (page) => button(page, 'Make Admin').click(),
  'press Remove': (page) => button(page, 'Remove').click(),
} satisfies Record<string, (page: Page) => Promise<void>>
export type Step = keyof typeof steps

/** The first of this name: in a list, the newest row. */
function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('main').getByRole('button', { name, exact: true }).click()
}

function quantity(page: Page): Locator {
  return page.getByRole('spinbutton', { name: 'Quantity' })
}

async function fillIn(page: Page, words: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(words)) await field(page, label).fill(text)
}

async function pay(page: Page, number: string): Promise<void> {
  await typeCard(page, { number })
  await expect(button(page, 'Pay')).toBeEnabled()
  await button(page, 'Pay').click()
}
