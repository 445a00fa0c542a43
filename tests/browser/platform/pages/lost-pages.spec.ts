import type { Page } from '@playwright/test'
import { signInAsNewUser } from '../../direct-sign-in.ts'
import { expect, test } from '../../story.ts'

// A lost connection, and files that a new deployment no longer has.
test.use({ expectedErrorStatuses: [0, 404] })

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Notices' }).getByRole('group')
const linkTo = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name }).first()

/** What takes away the page behind a link, and gives it back. */
const losses = {
  'without a connection': {
    text: 'could not be reached',
    take: (page: Page) => page.context().setOffline(true),
    giveBack: (page: Page) => page.context().setOffline(false),
  },
  'after a new deployment': {
    text: 'did not arrive',
    take: (page: Page) => page.route(/\/assets\/.*route/, (route) => route.fulfill({ status: 404 })),
    giveBack: (page: Page) => page.unroute(/\/assets\/.*route/),
  },
}

/** React has started: before, a link is followed by the browser. */
async function expectReady(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
}

for (const [name, { text, take, giveBack }] of Object.entries(losses)) {
  test(`${name} pointing at a link and following it leave the page, and Retry opens the other`, async ({
    page,
  }) => {
    await page.goto('/')
    await expectReady(page)
    await page.evaluate(() => Object.assign(window, { isKept: true }))
    const isKept = () => page.evaluate(() => 'isKept' in window)
    await take(page)
    await linkTo(page, 'Portfolio').hover()
    await expect(noticeOf(page)).toContainText(text)
    await linkTo(page, 'Blogs').click()
    await expect(noticeOf(page)).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Customer Review' })).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await isKept()).toBe(true)

    await giveBack(page)
    await linkTo(page, 'Portfolio').click()
    await expect(page).toHaveURL('/portfolio')
    await expect(noticeOf(page)).toHaveCount(0)
    await expectReady(page)

    await take(page)
    await linkTo(page, 'Login').click()
    await expect(noticeOf(page)).toContainText(text)
    await giveBack(page)
    await noticeOf(page).getByRole('button', { name: 'Retry' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  })
}

test('Back and a page read again keep what is shown without a connection; Retry reads it', async ({
  page,
}) => {
  await signInAsNewUser(page, 'Otto Ohne')
  await page.goto('/dashboard/review', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.context().setOffline(true)
  await page.goBack()
  await expect(noticeOf(page)).toContainText('could not be reached')
  await expect(page).toHaveURL('/dashboard/orders')
  await expect(page.getByText('No orders yet')).toBeVisible()

  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(noticeOf(page)).toHaveCount(1)
  await expect(page.getByText('No orders yet')).toBeVisible()
  await noticeOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(noticeOf(page)).toContainText('could not be reached')
  await page.context().setOffline(false)
  await noticeOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(noticeOf(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Add Review' })).toBeVisible()
})
