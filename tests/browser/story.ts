import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { originOf, type StoreRequest } from './store-requests.ts'

type TestOptions = {
  page: Page
  /** The store that the test visits; absent: one that this worker has to itself. */
  store: StoreRequest | undefined
  /** Error statuses that the test causes (0: a lost connection); the browser logs each. */
  expectedErrorStatuses: number[]
}

/** By default each worker has a store of its own, so that concurrent tests do not see each other's rows. */
const inStore = base.extend<Pick<TestOptions, 'store'>>({
  store: [undefined, { option: true }],
  baseURL: [
    async ({ store }, use, { parallelIndex }) =>
      use(await originOf(store ?? { name: `of worker ${parallelIndex}`, settings: {} })),
    // The first test waits for the start of the store.
    { scope: 'test', timeout: 60_000 },
  ],
})

/** Tests that check neither the page's console nor the origins of its requests. */
export { inStore as testWithoutConsoleCheck }

/** Tests that fail on an unexpected error or warning in the console, an uncaught error, or a request to another origin. */
export const test = inStore.extend<Omit<TestOptions, 'store'>>({
  // A failed sign-in has status 400, a declined card 402.
  expectedErrorStatuses: [[400, 402], { option: true }],
  page: async ({ page, baseURL, expectedErrorStatuses }, use) => {
    const unexpected: string[] = []
    const origin = baseURL ?? ''
    const watch = (watched: Page) => {
      watched.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return
        const failedLoad = /^Failed to load resource: (?:.*with a status of (\d+)|net::)/.exec(message.text())
        if (failedLoad && expectedErrorStatuses.includes(Number(failedLoad[1] ?? 0))) return
        unexpected.push(`console ${message.type()}: ${message.text()} ${message.location().url}`)
      })
      watched.on('pageerror', (error) => unexpected.push(`uncaught: ${error.message}`))
      watched.on('request', (request) => {
        const isOurs = request.url().startsWith(origin) || /^(data|blob|about):/.test(request.url())
        if (!isOurs) unexpected.push(`other origin: ${request.url()}`)
      })
    }
    watch(page)
    page.context().on('page', watch)
    await use(page)
    expect(unexpected).toEqual([])
  },
})

export { expect }

/** Tests in a store with these settings, which starts with the first of them. */
export function testInStore(settings: Record<string, string>) {
  return test.extend({ store: { name: JSON.stringify(settings), settings } })
}

/** For `expect.poll`, whose own intervals grow to a second: most of a wait would be idle. */
export const POLL_OFTEN = { intervals: [20] }

/** Returns the popup that the click opens. */
export async function openPopup(page: Page, click: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), click()])
  return popup
}

/** Clicks a button that closes its own popup, which may have closed before the click has ended. */
export async function clickToClose(popup: Page, name: string): Promise<void> {
  const click = popup
    .getByRole('button', { name })
    .click()
    .catch(() => {})
  await Promise.all([popup.waitForEvent('close'), click])
}

/** A field of the page's own form: the footer has an Email field, too. */
export function field(page: Page, label: string): Locator {
  return page.getByRole('main').getByLabel(label, { exact: true })
}

/** Delays the requests for matching files until the returned function is called. */
export async function hold(page: Page, files: RegExp | string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits until the page is hydrated: before, a link that its script would handle loads a whole page. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('[data-waits]:disabled')).toHaveCount(0)
}

/** Clicks the element once React has been started, and has not yet drawn. Call it before the page loads. */
export async function clickDuringHydration(page: Page, selector: string): Promise<void> {
  await page.addInitScript((clicked) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      // React marks the root that it hydrates
      if (!Object.keys(document).some((key) => key.startsWith('__reactContainer')))
        return port2.postMessage('')
      document.querySelector<HTMLElement>(clicked)?.click()
    }
    port2.postMessage('')
  }, selector)
}

let emailCount = 0

/** Returns an address without an account. */
export function newEmail(name: string): string {
  emailCount += 1
  // Workers may share one store.
  return `${name}.${Date.now()}.${process.pid}.${emailCount}@example.com`
}

/** Registers on the register page; ends on Home, signed in. */
export async function register(page: Page, name: string): Promise<{ email: string; password: string }> {
  const person = { email: newEmail(name.toLowerCase().replaceAll(' ', '.')), password: 'a-good-password' }
  await page.goto('/register')
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: `Account: ${name}` })).toBeVisible()
  return person
}

/** Signs in on the login page; ends at `expected`. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
  expected = '/',
): Promise<void> {
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(expected)
}

/** Closes a notice, which would cover what is below it for nine seconds. */
export async function dismissNotice(page: Page, text: string | RegExp): Promise<void> {
  const notice = page.getByRole('region', { name: 'Notices' }).getByRole('group').filter({ hasText: text })
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
}

/** Logs out by the account menu; ends signed out. */
export async function logOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Account: ${name}` }).click()
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Are you sure?' })
    .getByRole('button', { name: 'Yes, log out' })
    .click()
  await dismissNotice(page, 'You are successfully Log Out')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
}
