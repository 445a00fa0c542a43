import type { Page } from '@playwright/test'
import { popupTexts } from '#contract/people/sign-in/identity-texts.ts'
import { signInTexts } from '#contract/people/sign-in/texts.ts'
import { identityTexts } from '#contract/platform/auth/texts.ts'
import { type OpenidProvider, startOpenidProvider } from '#tests/support/identity/openid-provider.ts'
import { originOf } from '../../store-requests.ts'
import { expect, openPopup, testWithoutConsoleCheck } from '../../story.ts'

const client = { id: 'the-store', secret: 'a-secret-of-the-tests' }
const people = [
  { sub: 'gus', name: 'Gus Garage', email: 'gus@garage.example', email_verified: true },
  { sub: 'una', name: 'Una Garage', email: 'una@garage.example', email_verified: true },
]

let provider: OpenidProvider
let origin = ''

/** A store whose sign-in popups lead to another origin and back. */
const test = testWithoutConsoleCheck.extend({
  // Playwright reads the names of what a fixture needs from its first parameter
  // biome-ignore lint/correctness/noEmptyPattern: this fixture uses no other one
  baseURL: async ({}, use) => use(origin),
})

// All tests share one provider and one store that uses it.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  const redirectUri = () => `${origin}/identity/oauth/callback`
  provider = await startOpenidProvider({ client, people, redirectUri })
  const settings = {
    IDENTITY_METHODS: 'password,google,custom',
    OIDC_ISSUER: provider.address,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'Garage Club',
    OIDC_TRUSTED_DOMAINS: 'garage.example',
  }
  origin = await originOf({ name: `with ${provider.address}`, settings })
})

test.afterAll(() => provider.close())

const continueWithClub = signInTexts.continueWith('Garage Club')

/** Clicks the provider's button of the login page and returns the popup. */
function openProviderPopup(page: Page, name = continueWithClub): Promise<Page> {
  return openPopup(page, () => page.getByRole('button', { name }).click())
}

const account = (page: Page, name: string) => page.getByRole('button', { name: `Account: ${name}` })

test('a visitor signs in at another origin, whose popup is 500×600 and closes by itself', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await page.goto('/login')
  const popup = await openProviderPopup(page)
  await expect(popup.getByRole('heading', { name: 'Test identity provider' })).toBeVisible()
  expect(new URL(popup.url()).origin).not.toBe(baseURL)
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'I am gus' }).click()
  await closed
  await expect(page).toHaveURL('/')
  await expect(account(page, 'Gus Garage')).toBeVisible()
  await page.reload()
  await expect(account(page, 'Gus Garage')).toBeVisible()
})

test('a visitor who cancels at the provider stays signed out, and can try again', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/login')
  const popup = await openProviderPopup(page)
  await popup.getByRole('button', { name: 'No thanks' }).click()
  await expect(page.getByText(identityTexts.popupClosed)).toBeVisible()
  await expect(page).toHaveURL(/login/)
  const again = await openProviderPopup(page)
  await again.getByRole('button', { name: 'I am una' }).click()
  await expect(account(page, 'Una Garage')).toBeVisible()
})

test('a popup closed at the other origin is detected', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  const popup = await openProviderPopup(page)
  await expect(popup.getByRole('heading', { name: 'Test identity provider' })).toBeVisible()
  // The store polls its popup every quarter of a second, and waits two seconds after it was closed.
  await page.clock.runFor(1000)
  await popup.close()
  await page.clock.runFor(4000)
  await expect(page.getByText(identityTexts.popupClosed)).toBeVisible()
})

test('a provider that isolates its popup from the store still completes the sign-in', {
  tag: '@long',
}, async ({ page }) => {
  provider.sendOpenerPolicy(true)
  await page.clock.install()
  await page.goto('/login')
  const popup = await openProviderPopup(page)
  await expect(popup.getByRole('heading', { name: 'Test identity provider' })).toBeVisible()
  expect(await popup.evaluate(() => opener)).toBeNull()
  // Longer than the store waits before it treats a popup as closed.
  await page.clock.runFor(20_000)
  await popup.getByRole('button', { name: 'I am gus' }).click()
  await expect(account(page, 'Gus Garage')).toBeVisible()
  provider.sendOpenerPolicy(false)
})

test('a second popup replaces one that is open at the other origin', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  const first = await openProviderPopup(page)
  await expect(first.getByRole('heading', { name: 'Test identity provider' })).toBeVisible()
  const closed = first.waitForEvent('close')
  const second = await openProviderPopup(page)
  await closed
  await second.getByRole('button', { name: 'I am gus' }).click()
  await expect(account(page, 'Gus Garage')).toBeVisible()
})

test('a demo popup of the same origin also completes the sign-in', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  const popup = await openProviderPopup(page, signInTexts.continueWith('Google'))
  await expect(popup).toHaveTitle(popupTexts.title('Google'))
  await popup.getByRole('button', { name: 'Max Practice' }).click()
  await expect(account(page, 'Max Practice')).toBeVisible()
})

test('a callback without a waiting popup shows that the sign-in has ended', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/identity/oauth/callback?state=made-up&code=x')
  await expect(page.getByRole('heading', { name: popupTexts.orphanedTitle })).toBeVisible()
})
