import { apiOfPage, orderPart } from '../../store-api.ts'
import { field } from '../../story.ts'
import { expect, test } from '../sign-in/every-method.ts'
import {
  openAccount,
  openAsNewUser,
  reauthenticateByPassword,
  reauthenticationDialog,
  section,
} from './account-page.ts'

// 409: an order is open. 400: login after the deletion.
test.use({ expectedErrorStatuses: [400, 409] })

test('account deletion re-authenticates, is rejected while an order is open, and works without one', async ({
  page,
}) => {
  const person = await openAsNewUser(page, 'Gesa Fort')
  const order = await orderPart(await apiOfPage(page), person.email, 'BR-2804-22')
  const deletion = section(page, 'Delete account')
  await deletion.getByRole('button', { name: 'Delete my account' }).click()
  await expect(deletion.getByRole('heading', { name: 'What goes' })).toBeVisible()
  await expect(deletion.getByRole('heading', { name: 'What stays' })).toBeVisible()
  await deletion.getByRole('button', { name: 'Delete it for good' }).click()
  await reauthenticationDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await deletion.getByRole('button', { name: 'Delete it for good' }).click()
  await reauthenticateByPassword(page, person)
  await expect(deletion.getByRole('alert').getByText('You still have orders')).toBeVisible()

  await (await apiOfPage(page)).deleteOrder({ params: { id: order._id } })
  await deletion.getByRole('button', { name: 'Delete it for good' }).click()
  await reauthenticateByPassword(page, person)
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

test('Cancel deletes nothing', { tag: '@long' }, async ({ page }) => {
  const person = await openAsNewUser(page, 'Bleibt Hier')
  const deletion = section(page, 'Delete account')
  await deletion.getByRole('button', { name: 'Delete my account' }).click()
  await deletion.getByRole('button', { name: 'Cancel' }).click()
  await expect(deletion.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  await expect(deletion.getByRole('heading', { name: 'What goes' })).toHaveCount(0)
  await openAccount(page)
  await expect(section(page, 'Email').getByText(person.email)).toBeVisible()
})
