import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { appCode } from '#tests/support/identity/second-factors.ts'
import { expect, field, signIn, testInStore } from '../../story.ts'
import { section } from './account-page.ts'

const test = testInStore({ ADMIN_MFA: 'required', IDENTITY_METHODS: 'password,totp' })
test.use({ expectedErrorStatuses: [403] })

test('an admin without a second factor gets a link to the account page and continues once there is one', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, sampleAdmin)
  await page.goto('/dashboard/overview')
  await expect(page.getByRole('heading', { name: 'Second step needed', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'To my account' }).click()
  const secondFactor = section(page, 'Second step')
  await expect(secondFactor.getByText('Staff of this store need a second step. Add one here')).toBeVisible()
  await secondFactor.getByRole('button', { name: 'Add an authenticator app' }).click()
  const key = (await secondFactor.getByRole('code').innerText()).replaceAll(' ', '')
  await field(page, 'Six-digit code').fill(appCode(key, new Date()))
  await secondFactor.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('Authenticator app is now your second step.')).toBeVisible()
  await expect(secondFactor.getByText('Staff of this store need a second step.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})
