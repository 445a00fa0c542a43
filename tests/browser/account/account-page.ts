import type { Page } from '@playwright/test'
import { enter } from '../entering.ts'
import { expect } from '../sign-in/every-method.ts'
import { makePerson, type Person } from '../sign-in/second-step-people.ts'
import { field, signIn } from '../story.ts'

/** One subject of the account page. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

/** Opens the page by the dashboard's menu. */
export async function openAccount(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
}

/** Somebody with a password and a proven address, signed in, on the account page. */
export async function newcomer(page: Page, name: string): Promise<Person> {
  const person = await makePerson(page.request, name)
  await enter(page, person)
  await openAccount(page)
  return person
}

/** Answers the question who is there, by password. */
export async function proveByPassword(page: Page, { password }: Pick<Person, 'password'>): Promise<void> {
  await proof(page).getByLabel('Your password').fill(password)
  await proof(page).getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Says yes to what is asked before an act. */
export async function sayYes(page: Page, words: string): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await question.getByRole('button', { name: words, exact: true }).click()
}

/** The first step of a login, by password; the page then asks for the second. */
export async function startSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
}

/** Signs in where nobody is, by what the person has typed there before; fails where it is refused. */
export async function expectSignIn(page: Page, person: Person): Promise<void> {
  await signIn(page, person)
  await expect(page.getByRole('button', { name: `Account: ${person.displayName}` })).toBeVisible()
}

export async function logOut(page: Page, { displayName }: Person): Promise<void> {
  await page.getByRole('button', { name: `Account: ${displayName}` }).click()
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await sayYes(page, 'Yes, log out')
  await expect(page.getByText('You are successfully Log Out')).toBeVisible()
}
