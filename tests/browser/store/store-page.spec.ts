import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { signInDirectly } from '../direct-sign-in.ts'
import { expect, field, POLL_OFTEN, testInStore } from '../story.ts'

/** A store whose settings no other test reads. */
const test = testInStore({ STORE_NAME: 'Alder Falls', STORE_TAX_ID: 'X 1' })

// one after the other: each saves in the same store
test.describe.configure({ mode: 'default' })

const box = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const saveBar = (page: Page) => box(page, 'Save')
const signalOf = (page: Page) =>
  page.getByRole('link', { name: 'Get Start' }).evaluate((link) => getComputedStyle(link).backgroundColor)

async function openStore(page: Page): Promise<void> {
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/store')
  await expect(page.getByRole('heading', { level: 1, name: 'Store' })).toBeVisible()
}

test('name, logo, colour, contact, hours and statistics are previewed, saved, shown to visitors and taken back', async ({
  page,
  browser,
  baseURL,
}) => {
  await openStore(page)
  await expect(saveBar(page)).toContainText('Nothing changed.')
  await expect(saveBar(page).getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(box(page, 'History')).toContainText('Nothing was changed here yet')

  await field(page, 'Shop name').fill('Lorain Bay Parts')
  const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Upload a logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expect(page.getByText('The picture is uploaded.')).toBeVisible()
  await page.getByRole('radio', { name: 'Blue' }).check()
  await field(page, 'Address').fill('1 Quay\nLorain Bay')
  await field(page, 'Monday: opens').fill('08:15')
  await page.getByLabel('Saturday: Closed').check()
  await field(page, 'Label 1').fill('Parts')
  await field(page, 'Figure 1').fill('auto')
  for (const line of ['2', '3', '4']) {
    await field(page, `Label ${line}`).fill('')
    await field(page, `Figure ${line}`).fill('')
  }
  await expect(saveBar(page)).toContainText(
    'Changed: name, logo, accent color, address, hours, and statistics',
  )
  const parts = /today ([\d,]+)/.exec(await box(page, 'Statistics').innerText())?.[1] ?? ''
  const preview = box(page, 'Preview')
  for (const text of ['Lorain Bay Parts', '1 Quay', 'Mon, 8:15 am to 6:00 pm', `Parts\n${parts}`])
    await expect(preview).toContainText(new RegExp(text.replace('\n', '\\s*').replaceAll(' ', '\\s')))
  await expect(preview).toContainText('Closed Saturday and Sunday')

  // a visitor sees none of it yet; a reload keeps what was typed
  const visitor = await browser.newPage({ baseURL })
  await visitor.goto('/')
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Alder Falls' })).toBeVisible()
  const orange = await signalOf(visitor)
  await page.reload()
  await expect(field(page, 'Shop name')).toHaveValue('Lorain Bay Parts')
  await expect(page.getByRole('radio', { name: 'Blue' })).toBeChecked()

  await saveBar(page).getByRole('button', { name: 'Save 6 changes' }).click()
  await expect(page.getByText('Saved. Every page shows it within ten seconds.')).toBeVisible()
  await expect(saveBar(page)).toContainText('Nothing changed.')
  await expect(page.getByRole('banner').getByText('Lorain Bay Parts')).toBeVisible()

  await visitor.goto('/')
  const header = visitor.getByRole('banner').getByRole('link', { name: 'Lorain Bay Parts' })
  await expect(header.locator('img')).toHaveAttribute('src', /^\/uploads\//)
  expect(
    await header
      .locator('img')
      .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBe(64)
  await expect(visitor.getByRole('region', { name: 'Business statistics' })).toHaveText(`Parts${parts}`)
  const address = visitor.getByRole('contentinfo').locator('address')
  await expect(address).toContainText('1 QuayLorain BayMon, 8:15')
  await expect(address).toContainText('Closed Saturday and Sunday')
  expect(await signalOf(visitor)).toBe('rgb(31, 98, 181)')

  const entry = box(page, 'History').getByRole('listitem').first()
  await entry.getByText('Name, logo, accent color, address, hours, and statistics').click()
  await expect(entry).toContainText(/the value of the start\s*→\s*Lorain Bay Parts/)
  await expect(entry).toContainText('In the shop')
  await entry.getByRole('button', { name: /^Take back: Name, logo/ }).click()
  await expect(page.getByText('Taken back. Every page shows it within ten seconds.')).toBeVisible()
  await expect(field(page, 'Shop name')).toHaveValue('Alder Falls')
  await expect(box(page, 'History').getByRole('listitem')).toHaveCount(2)
  await visitor.goto('/')
  await expect(
    visitor.getByRole('banner').getByRole('link', { name: 'Alder Falls' }).locator('svg'),
  ).toBeVisible()
  expect(await signalOf(visitor)).toBe(orange)
  await visitor.close()
})

test('the colour of a shop is in the page itself, for each theme, the blueprint and print', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  await openStore(page)
  await page.getByText('Another color').locator('..').locator('input').fill('#12306b')
  const contrasts = box(page, 'Accent color')
  await expect(contrasts).toContainText(/On paper\s*11\.\d : 1\s*needs 3\.0/)
  await expect(contrasts).toContainText(/On blueprint\s*3\.\d : 1\s*needs 3\.0, moved to #[0-9a-f]{6}/)
  await expect(contrasts).toContainText(/Its text\s*[\d.]+ : 1\s*needs 4\.5, /)
  await saveBar(page).getByRole('button', { name: 'Save 1 change' }).click()
  await expect(saveBar(page)).toContainText('Nothing changed.')

  const head = /<head>.*?<\/head>/s.exec(await (await request.get('/')).text())?.[0]
  expect(head).toContain('<style>:root{--signal:#12306b;--on-signal:#ffffff}')
  const visitor = await browser.newPage({ baseURL, colorScheme: 'light' })
  await visitor.goto('/')
  const start = visitor.getByRole('link', { name: 'Get Start' })
  await expect(start).toHaveCSS('background-color', 'rgb(18, 48, 107)')
  await expect(start).toHaveCSS('color', 'rgb(255, 255, 255)')
  const dark = async (selector: string) =>
    visitor
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).getPropertyValue('--signal'))
  const onBlueprint = await dark('.blueprint')
  expect(onBlueprint).not.toBe('#12306b')
  await visitor.emulateMedia({ colorScheme: 'dark' })
  expect(await dark('html')).toBe(onBlueprint)
  await visitor.getByRole('button', { name: 'Dark theme' }).click()
  // a click before hydration is repeated after it
  await expect.poll(() => dark('html'), POLL_OFTEN).toBe('#12306b')
  await visitor.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(() => dark('html'), POLL_OFTEN).toBe(onBlueprint)
  await visitor.emulateMedia({ media: 'print' })
  expect(await dark('html')).toBe('#12306b')
  expect(await dark('.blueprint')).toBe('#12306b')
  await visitor.emulateMedia({ media: 'screen', forcedColors: 'active' })
  await expect(start).not.toHaveCSS('background-color', 'rgb(18, 48, 107)')
  await visitor.close()
})

test('a mistake is shown at its field, and discarded changes are gone', async ({ page }) => {
  await openStore(page)
  await field(page, 'Tuesday: opens').fill('19:00')
  await field(page, 'Shop name').fill('')
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await field(page, 'Holiday 1: Name').fill('Thanksgiving')
  await field(page, 'Label 4').fill('')
  await saveBar(page).getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(page.getByText('The shop needs a name')).toBeVisible()
  await expect(field(page, 'Shop name')).toBeFocused()
  await expect(field(page, 'Tuesday: opens')).toHaveAccessibleDescription('The shop closes after it opens')
  await expect(field(page, 'Thanksgiving: Date')).toHaveAccessibleDescription('Use a date such as 2026-11-26')
  await expect(field(page, 'Figure 4')).toHaveAccessibleDescription('')
  await expect(page.getByText('Label is required')).toBeVisible()

  await saveBar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(field(page, 'Tuesday: opens')).toHaveValue('07:30')
  await expect(page.getByLabel('Thanksgiving: Date')).toHaveCount(0)
  await page.reload()
  await expect(saveBar(page)).toContainText('Nothing changed.')
  await expect.poll(() => field(page, 'Label 4').inputValue(), POLL_OFTEN).toBe('Distributors')
})
