import { expect, register, test } from '../../story.ts'
import { openAccount, section } from '../account/account-page.ts'
import { mailedLink } from './every-method.ts'

test('opening a link verifies nothing; “It was me” does, once; “It was not me” leads to a new password', {
  tag: '@long',
}, async ({ page }) => {
  const { email } = await register(page, 'Vera Frage')
  const link = await mailedLink(page.request, email)
  const question = page.getByText(`Is ${email} yours`)
  await page.goto(link)
  await expect(question).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verify email' })).toBeFocused()
  await page.getByRole('link', { name: 'It was not me' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await openAccount(page)
  await expect(section(page, 'Email').getByText('Not verified')).toBeVisible()

  await page.goto(link)
  await page.reload()
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'It was me', exact: true }).click()
  await expect(page.getByText('Your email is verified.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verify email' })).toBeFocused()
  await page.reload()
  await expect(page.getByText('This link was used already')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/dashboard/account')
})

const linkOfMode = {
  verifyEmail: ['Ask for a new link', '/dashboard/account'],
  verifyAndChangeEmail: ['Ask for a new link', '/dashboard/account'],
  recoverEmail: ['Set a new password', '/forgot-password'],
  resetPassword: ['Ask for a new link', '/forgot-password'],
} as const

test('an invalid link offers another link or a new password', { tag: '@long' }, async ({ page }) => {
  for (const [mode, [name, address]] of Object.entries(linkOfMode)) {
    await page.goto(`/reset-password?mode=${mode}&oobCode=spent`)
    await expect(page.getByText('This link was used already')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', address)
  }
})
