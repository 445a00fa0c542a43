import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { manageProductTexts as texts } from '#contract/catalog/products/manage-texts.ts'
import { type UploadFault, uploadTexts } from '#contract/platform/files/upload-texts.ts'
import { isLong } from '#tests/support/thoroughness.ts'
import { test } from '../people.ts'
import { expect, field, POLL_OFTEN } from '../story.ts'

// A file that is no picture is rejected with 422.
test.use({ who: 'admin', expectedErrorStatuses: [0, 400, 422] })

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partsline-upload-'))
})
test.afterEach(() => rmSync(folder, { recursive: true }))

const rejectedFiles: [string, UploadFault, () => Buffer][] = [
  ['empty.jpg', 'empty', () => Buffer.alloc(0)],
  [
    'drawing.svg',
    'wrongType',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['notes.jpg', 'unreadable', () => Buffer.from('This is not a picture.')],
  ['scan.png', 'tooLarge', () => Buffer.alloc(60_000_000)],
]

/** Writes a file to the disk; returns its path. */
function writeTemp(name: string, content: Buffer): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

async function expectUploadErrors(page: Page, form: Locator, typed: Record<string, string>): Promise<void> {
  const upload = form.getByLabel(texts.upload)
  for (const [name, fault, content] of rejectedFiles) {
    await upload.setInputFiles(writeTemp(name, content()))
    const message = uploadTexts.refused(name, fault, texts.upload)
    await expect(form.getByRole('alert')).toHaveText(message)
    await expect(upload).toHaveAccessibleDescription(`${message} ${texts.uploadHint}`)
    for (const [label, text] of Object.entries(typed)) {
      await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)
    }
  }
  await page.route('**/api/image', (route) => route.abort())
  await upload.setInputFiles(writeTemp('photo.jpg', Buffer.from('anything')))
  await expect(form.getByRole('alert')).toHaveText(/could not be reached.*nothing you typed is lost/)
  await page.unroute('**/api/image')
}

/** A JPEG of noise as large as a phone's photo: 12 megapixels, in `npm test` 3. */
async function createPhoto(): Promise<Buffer> {
  const size = isLong ? { width: 4000, height: 3000 } : { width: 2000, height: 1500 }
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { ...size, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

test('Add Product shows what is wrong with each file, accepts a photo and keeps typed text', async ({
  page,
}) => {
  await page.goto('/dashboard/addProduct')
  const typed = { 'Product name': 'Kept caliper', Price: '12.50', Description: 'Two pistons.' }
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text)
  const form = page.getByRole('main')
  await expectUploadErrors(page, form, { ...typed, 'Image address': '' })

  await form.getByLabel(texts.upload).setInputFiles(writeTemp('photo.jpg', await createPhoto()))
  await expect(page.getByText(uploadTexts.done)).toBeVisible()
  await expect(form.getByRole('alert')).toBeHidden()
  await expect(field(page, 'Image address')).toHaveValue(/^\/uploads\/[0-9a-f]{32}-1600\.webp$/)
  const preview = form.getByRole('img', { name: texts.preview })
  const chosen = () => preview.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc)
  // The smallest copy that is as wide as the preview.
  await expect.poll(chosen, POLL_OFTEN).toMatch(/-320\.avif$/)
  for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text)
})

test('Edit shows the same errors and keeps typed text', { tag: '@long' }, async ({ page }) => {
  await page.goto('/dashboard/manageProduct')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const dialog = page.getByRole('dialog', { name: texts.editTitle })
  await dialog.getByLabel('Product name').fill('A name half typed')
  await expectUploadErrors(page, dialog, { 'Product name': 'A name half typed' })
})

test('an invalid image address shows no preview', { tag: '@long' }, async ({ page }) => {
  await page.goto('/dashboard/addProduct')
  const preview = page.getByRole('img', { name: texts.preview })
  // A console error or a request to another origin also fails this test.
  for (const address of [
    'javascript:1',
    'data:image/svg+xml,<svg/>',
    'file:///etc/passwd',
    '//host/x.png',
    'brake',
  ]) {
    await field(page, 'Image address').fill(address)
    await field(page, 'Image address').blur()
    await expect(preview).toBeHidden()
  }
  await field(page, 'Image address').fill('/drawings/caliper.svg')
  await field(page, 'Image address').blur()
  await expect(preview).toHaveJSProperty('complete', true)
})
