import { signInAsNewUser } from '../../direct-sign-in.ts'
import { expect, field, newEmail, test } from '../../story.ts'

// A lost connection, a rejected login.
test.use({ expectedErrorStatuses: [0, 400] })

const forms = {
  '/login': { submit: 'Login', outcome: 'Email or password is not right.' },
  '/forgot-password': { submit: 'Send the link', outcome: 'If this address has an account' },
  '/register': { submit: 'Register', outcome: 'Provide a valid Email' },
} as const

for (const [path, { submit, outcome }] of Object.entries(forms)) {
  const variant = path === '/login' ? [] : ['@long']
  test(`${path} without a connection shows an error, and responds once it is back`, { tag: variant }, async ({
    page,
    context,
  }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    const send = page.getByRole('main').getByRole('button', { name: submit, exact: true })
    await expect(send).toBeEnabled()
    await context.setOffline(true)
    await field(page, 'Email').fill(path === '/register' ? 'no address' : 'unknown.user@example.com')
    if (path === '/login') await field(page, 'Password').fill('a-good-password')
    await send.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be reached')
    await context.setOffline(false)
    await send.click()
    await expect(page.getByText(outcome)).toBeVisible()
  })
}

test('a form whose module cannot be loaded asks for a reload, keeps typed text and then works', {
  tag: '@long',
}, async ({ page }) => {
  const email = newEmail('lost.module')
  await page.route(/\/assets\/form-parse/, (route) => route.abort())
  await page.goto('/forgot-password')
  const send = page.getByRole('button', { name: 'Send the link' })
  await expect(send).toBeEnabled()
  await field(page, 'Email').fill(email)
  await send.click()
  await expect(page.getByText('A part of this page did not arrive.')).toBeVisible()
  await page.unroute(/\/assets\/form-parse/)
  await page.reload()
  await expect(field(page, 'Email')).toHaveValue(email)
  await send.click()
  await expect(page.getByText('If this address has an account')).toBeVisible()
})

test('Change email without a connection shows an error, and responds once it is back', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInAsNewUser(page, 'Otto Ohne')
  await page.goto('/dashboard/account', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Change email' }).click()
  await field(page, 'New email').fill('no address')
  const send = page.getByRole('button', { name: 'Send the link', exact: true })
  await send.click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('could not be reached')
  await context.setOffline(false)
  await send.click()
  await expect(alert).toHaveText('Provide a valid Email')
})
