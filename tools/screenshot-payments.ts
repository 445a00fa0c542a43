import type { Page, Route } from '@playwright/test'
import type { Shot } from './screenshot-routes.ts'

const payment: Pick<Shot, 'path' | 'as' | 'states'> = {
  path: ({ order }) => `/dashboard/payment/${order}`,
  as: 'customer',
  states: ['normal'],
}

/** The states of paying, of an order and of a refund. */
export const paymentActs: Shot[] = [
  {
    ...payment,
    name: 'payment-incomplete',
    act: (page) => payWith(page, '4242 42', 'is incomplete'),
  },
  {
    ...payment,
    name: 'payment-declined',
    states: ['normal', 'long'],
    act: (page) => payWith(page, '4000 0000 0000 0002', 'was declined'),
  },
  {
    ...payment,
    name: 'payment-bank-asks',
    async act(page) {
      await typeCard(page, '4000 0025 0000 3155')
      await pay(page)
      const bank = page.frameLocator('iframe[title="3D Secure authentication"]')
      await bank.getByRole('button', { name: 'Complete' }).waitFor()
    },
  },
  {
    ...payment,
    name: 'payment-provider-away',
    act: (page) =>
      reloadAway(page, '**/api/create-payment-intent', (route) =>
        route.fulfill({ status: 503, json: { code: 'cards_unavailable' } }),
      ),
  },
  {
    ...payment,
    name: 'payment-without-card-form',
    act: (page) => reloadAway(page, '**/payments/v1/stripe.js', (route) => route.abort()),
  },
  {
    ...payment,
    name: 'payment-preparing',
    async act(page) {
      await page.route('**/api/create-payment-intent', () => undefined)
      await page.reload()
      await page.getByText('Preparing the payment').waitFor()
      await page.unroute('**/api/create-payment-intent')
    },
  },
  {
    name: 'order-history',
    path: () => '/dashboard/orders',
    as: 'customer',
    states: ['normal', 'long'],
    act: (page) => page.getByText('History', { exact: true }).last().click(),
  },
  {
    name: 'refund',
    path: () => '/dashboard/manageOrders',
    as: 'admin',
    states: ['normal', 'long'],
    act: openRefund,
  },
  {
    name: 'refund-errors',
    path: () => '/dashboard/manageOrders',
    as: 'admin',
    states: ['normal'],
    async act(page) {
      await openRefund(page)
      await page.getByRole('dialog').getByLabel('Amount').fill('100000')
      await page.getByRole('button', { name: 'Give back' }).click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
]

async function typeCard(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.getByLabel('Credit or debit card number').fill(number)
  await card.getByLabel('Credit or debit card expiration date').fill('12 / 44')
  await card.getByLabel('Credit or debit card CVC/CVV').fill('123')
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

async function payWith(page: Page, number: string, message: string): Promise<void> {
  await typeCard(page, number)
  await pay(page)
  await page.getByRole('main').getByRole('alert').filter({ hasText: message }).waitFor()
}

/** The page reloaded, with one of the things it needs unavailable. */
async function reloadAway(
  page: Page,
  address: string,
  refuse: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(address, refuse)
  await page.reload()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.unroute(address)
}

async function openRefund(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Refund', exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
}
