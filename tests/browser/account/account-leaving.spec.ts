import { apiOf, orderPart } from '../api-of.ts'
import { expect, test } from '../sign-in/every-method.ts'
import { field } from '../story.ts'
import { newcomer, openAccount, proof, proveByPassword, section } from './account-page.ts'

// refused while an order is open, and at the login that leads nowhere any more
test.use({ provokes: [400, 409] })

test('who leaves is told what goes and stays, proves who they are, and is gone', async ({ page }) => {
  const person = await newcomer(page, 'Gesa Fort')
  const order = await orderPart(await apiOf(page), person.email, 'BR-2804-22')
  const leaving = section(page, 'Delete account')
  await leaving.getByRole('button', { name: 'Delete my account' }).click()
  await expect(leaving.getByRole('heading', { name: 'What goes' })).toBeVisible()
  await expect(leaving.getByRole('heading', { name: 'What stays' })).toBeVisible()
  await leaving.getByRole('button', { name: 'Delete it for good' }).click()
  await proof(page).getByRole('button', { name: 'Cancel' }).click()
  await leaving.getByRole('button', { name: 'Delete it for good' }).click()
  await proveByPassword(page, person)
  await expect(leaving.getByRole('alert').getByText('You still have orders')).toBeVisible()

  await (await apiOf(page)).deleteOrder({ params: { id: order._id } })
  await leaving.getByRole('button', { name: 'Delete it for good' }).click()
  await proveByPassword(page, person)
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

  await page.goto('/login')
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert').getByText('Email or password is not right.')).toBeVisible()
})

test('Cancel leaves everything as it is', async ({ page }) => {
  const person = await newcomer(page, 'Bleibt Hier')
  const leaving = section(page, 'Delete account')
  await leaving.getByRole('button', { name: 'Delete my account' }).click()
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await expect(leaving.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  await expect(leaving.getByRole('heading', { name: 'What goes' })).toHaveCount(0)
  await openAccount(page)
  await expect(section(page, 'Email').getByText(person.email)).toBeVisible()
})
