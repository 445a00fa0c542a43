import type { Page } from '@playwright/test'
import { importActs } from './screenshot-imports.ts'
import { paymentActs } from './screenshot-payments.ts'
import type { Shot } from './screenshot-routes.ts'

const PHONE = [360]
const WIDE = [768, 1440]
const main = (page: Page) => page.getByRole('main')

/** What opens, asks, refuses or congratulates. */
export const actShots: Shot[] = [
  {
    name: 'all-products',
    path: () => '/',
    as: 'visitor',
    states: ['normal'],
    act: (page) => page.getByRole('button', { name: 'All Products' }).click(),
  },
  {
    name: 'drawer',
    path: () => '/',
    as: 'visitor',
    states: ['normal'],
    widths: PHONE,
    act: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
  {
    name: 'drawer-signed-in',
    path: () => '/dashboard',
    as: 'customer',
    states: ['normal', 'long'],
    widths: PHONE,
    act: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
  { name: 'account-menu', path: () => '/', as: 'customer', states: ['normal', 'long'], act: openAccount },
  {
    name: 'log-out',
    path: () => '/',
    as: 'customer',
    states: ['normal'],
    widths: WIDE,
    async act(page) {
      await openAccount(page)
      await page.getByRole('button', { name: 'Log Out' }).click()
    },
  },
  {
    name: 'login-errors',
    path: () => '/login',
    as: 'visitor',
    states: ['normal'],
    act: (page) => pressOn(page, 'Login'),
  },
  {
    name: 'login-link',
    path: () => '/login',
    as: 'visitor',
    states: ['normal'],
    act: (page) => pressOn(page, 'Email me a sign-in link'),
  },
  {
    name: 'login-phone',
    path: () => '/login',
    as: 'visitor',
    states: ['normal'],
    act: (page) => pressOn(page, 'Use my phone'),
  },
  {
    name: 'register-errors',
    path: () => '/register',
    as: 'visitor',
    states: ['normal'],
    act: (page) => pressOn(page, 'Register'),
  },
  {
    name: 'estimate-errors',
    path: () => '/',
    as: 'visitor',
    states: ['normal'],
    act: (page) => pressOn(page, 'Get a Quote'),
  },
  {
    name: 'quantity-error',
    path: ({ part }) => `/purchase/${part}`,
    as: 'customer',
    states: ['normal'],
    act: (page) => main(page).getByRole('spinbutton', { name: 'Quantity' }).fill('1000000'),
  },
  {
    name: 'quantity-updated',
    path: ({ part }) => `/purchase/${part}`,
    as: 'customer',
    states: ['normal'],
    act: (page) => pressOn(page, 'Update Quantity'),
  },
  {
    name: 'purchase-errors',
    path: ({ part }) => `/purchase/${part}`,
    as: 'customer',
    states: ['normal'],
    act: (page) => pressOn(page, 'Purchase'),
  },
  {
    name: 'purchase-placed',
    path: ({ part }) => `/purchase/${part}`,
    as: 'customer',
    states: ['normal', 'long'],
    async act(page) {
      for (const label of ['Address', 'Phone', 'Location']) {
        await main(page).getByLabel(label, { exact: true }).fill('44')
      }
      await pressOn(page, 'Purchase')
      await main(page).getByText('Congratulations!').waitFor()
    },
  },
  {
    name: 'delete-order',
    path: () => '/dashboard/orders',
    as: 'customer',
    states: ['normal', 'long'],
    act: (page) => pressFirst(page, 'Delete'),
  },
  {
    name: 'review-errors',
    path: () => '/dashboard/review',
    as: 'customer',
    states: ['normal'],
    act: (page) => pressOn(page, 'Add Review'),
  },
  {
    name: 'product-errors',
    path: () => '/dashboard/addProduct',
    as: 'admin',
    states: ['normal'],
    act: (page) => pressOn(page, 'Add Product'),
  },
  {
    name: 'edit-product',
    path: () => '/dashboard/manageProduct',
    as: 'admin',
    states: ['normal', 'long'],
    act: (page) => pressFirst(page, 'Edit'),
  },
  {
    name: 'delete-product',
    path: () => '/dashboard/manageProduct',
    as: 'admin',
    states: ['normal', 'long'],
    act: (page) => pressFirst(page, 'Delete'),
  },
  {
    name: 'shift-order',
    path: () => '/dashboard/manageOrders',
    as: 'admin',
    states: ['normal', 'long'],
    async act(page) {
      await main(page).getByRole('combobox').first().selectOption('Shift')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-proof',
    path: () => '/dashboard/account',
    as: 'customer',
    states: ['normal', 'long'],
    async act(page) {
      await pressOn(page, 'Change password')
      await main(page).getByLabel('New password').fill('a-newer-password')
      await pressOn(page, 'Save password')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-leaving',
    path: () => '/dashboard/account',
    as: 'customer',
    states: ['normal'],
    act: (page) => pressOn(page, 'Delete my account'),
  },
  ...importActs,
  ...paymentActs,
]

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
}

async function pressOn(page: Page, button: string): Promise<void> {
  await main(page).getByRole('button', { name: button, exact: true }).click()
}

async function pressFirst(page: Page, button: string): Promise<void> {
  await main(page).getByRole('button', { name: button, disabled: false }).first().click()
  await page.getByRole('dialog').waitFor()
}
