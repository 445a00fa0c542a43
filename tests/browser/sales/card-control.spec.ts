import type { Locator } from '@playwright/test'
import { nora, test } from '../people.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { orderPart, signInToApi } from '../store-api.ts'
import { expect, openPopup } from '../story.ts'
import { typeCard } from './card-form.ts'

test.use({ who: 'customer', expectedErrorStatuses: [0, 400] })
// The next test needs a provider that works, whether or not this one passes.
test.afterEach(async ({ request }) => {
  await request.delete('/payments/control/faults')
})

test('a buyer pays once the failing calls set on the control page are removed, though events are lost', {
  tag: '@long',
}, async ({ page, request }) => {
  const buyer = await signInToApi(request, nora)
  const order = await orderPart(buyer, nora.email, 'BR-2804-22')
  await page.goto(`/dashboard/payment/${order._id}`)
  const controlLink = page.getByRole('link', { name: 'Make the card provider slow, failing or forgetful' })
  const control = await openPopup(page, () => controlLink.click())
  await expect(control.getByText('Everything works as it should.')).toBeVisible()

  const calls = control.getByRole('form', { name: 'Make calls go wrong' })
  await calls.getByLabel('Which calls').selectOption('Paying with a card')
  await calls.getByLabel('What happens').selectOption('takes longer')
  await calls.getByLabel('How many more').fill('7')
  await calls.getByRole('button', { name: 'Make it so' }).press('Enter')
  await expect(control.getByRole('alert')).toContainText('a fault of time needs milliseconds')
  await expect(calls.getByLabel('How many more')).toHaveValue('7')
  await expect(calls.getByLabel('What happens')).toHaveValue('slow')
  await calls.getByLabel('What happens').selectOption('hangs up without having acted')
  await calls.getByRole('button', { name: 'Make it so' }).press('Enter')
  const events = control.getByRole('form', { name: 'Make events go wrong' })
  await events.getByLabel('What happens').selectOption('are lost')
  await events.getByLabel('Of a hundred').fill('100')
  await events.getByRole('button', { name: 'Make it so' }).press('Enter')
  const inForce = control.getByRole('region', { name: 'In force now' })
  await expect(row(inForce, 'Paying with a card')).toContainText('7')
  await expect(row(inForce, 'Events')).toContainText('are lost')

  await typeCard(page, { number: '4242 4242 4242 4242' })
  const pay = page.getByRole('button', { name: /^Pay/ })
  await pay.click()
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  await control.getByRole('button', { name: 'Remove: Paying with a card' }).click()
  await expect(row(inForce, 'Paying with a card')).toBeHidden()
  // The form still has the typed card.
  await pay.click()
  await expect(page.getByText('Your Payment is Successfull')).toBeVisible()

  await expect(async () => {
    await control.reload()
    const latest = control.getByRole('region', { name: 'Latest events' })
    await expect(row(latest, 'payment_intent.succeeded').first()).toContainText('not delivered')
  }).toPass()
  await expectAccessible(control, 'the control page')
  await control.getByRole('button', { name: 'Let everything work again' }).click()
  await expect(control.getByText('Everything works as it should.')).toBeVisible()
})

function row(region: Locator, text: string): Locator {
  return region.getByRole('row').filter({ hasText: text })
}
