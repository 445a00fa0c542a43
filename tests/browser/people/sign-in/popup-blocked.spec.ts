import type { Browser, Page } from '@playwright/test'
import { testWithoutConsoleCheck as base, expect } from '../../story.ts'

type BrowserStarter = { startBrowser: (arg: string) => Promise<Browser> }

/** Starts browsers with an additional argument. */
const test = base.extend<BrowserStarter>({
  startBrowser: async ({ playwright, launchOptions }, use) => {
    const started: Browser[] = []
    await use(async (arg) => {
      const args = [...(launchOptions.args ?? []), arg]
      const browser = await playwright.chromium.launch({ ...launchOptions, args })
      started.push(browser)
      return browser
    })
    for (const browser of started) await browser.close()
  },
})

const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

async function openGoogle(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
}

test('when the browser blocks the popup the page shows what to do', async ({ startBrowser, baseURL }) => {
  const browser = await startBrowser('--block-new-web-contents')
  const page = await browser.newPage({ baseURL })
  await openGoogle(page)
  await expect(alertOf(page)).toHaveText(
    'Your browser blocked the sign-in window. Allow it for this site and try again.',
  )
  await expect(alertOf(page)).toHaveAttribute('data-code', 'auth/popup-blocked')
})

test('sign-in by popup from an address that is not listed shows an error', { tag: '@long' }, async ({
  startBrowser,
  baseURL,
}) => {
  const browser = await startBrowser('--host-resolver-rules=MAP stranger.example 127.0.0.1')
  const page = await browser.newPage({ baseURL: baseURL?.replace('localhost', 'stranger.example') })
  await openGoogle(page)
  await expect(alertOf(page)).toHaveText('Sign-in with a window is not allowed from this address.')
  await expect(alertOf(page)).toHaveAttribute('data-code', 'auth/unauthorized-domain')
})
