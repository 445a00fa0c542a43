import type { Page } from '@playwright/test'
import { signInDirectly } from '../../direct-sign-in.ts'
import { field, signIn } from '../../story.ts'
import { expect } from '../sign-in/every-method.ts'
import { makePerson, type Person } from '../sign-in/second-factor-accounts.ts'

/** One section of the account page. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const reauthenticationDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Confirm that it is you' })

/** Opens the account page by the dashboard's menu. */
export async function openAccount(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
}

/** Opens the account page as a new user with a password and a verified address. */
export async function openAsNewUser(page: Page, name: string): Promise<Person> {
  const person = await makePerson(page.request, name)
  await signInDirectly(page, person)
  await openAccount(page)
  return person
}

/** Submits a password in the re-authentication dialog. */
export async function reauthenticateByPassword(
  page: Page,
  { password }: Pick<Person, 'password'>,
): Promise<void> {
  await reauthenticationDialog(page).getByLabel('Your password').fill(password)
  await reauthenticationDialog(page).getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Clicks a button of the confirmation dialog. */
export async function confirmAction(page: Page, buttonName: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await dialog.getByRole('button', { name: buttonName, exact: true }).click()
}

/** Logs in by password up to the form for the second factor. */
export async function startSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
}

/** Signs in and expects the account button of the header. */
export async function expectSignIn(page: Page, person: Person): Promise<void> {
  await signIn(page, person)
  await expect(page.getByRole('button', { name: `Account: ${person.displayName}` })).toBeVisible()
}
