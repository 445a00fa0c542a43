import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { partBody } from '../../support/products/example-part.ts'
import { test } from '../people.ts'
import { signInToApi } from '../store-api.ts'
import { expect, field } from '../story.ts'

test.use({ who: 'admin' })

const main = (page: Page) => page.getByRole('main')

test('an admin sees who changed a price, filters the changes and exports them', async ({ page, request }) => {
  const admin = await signInToApi(request, sampleAdmin)
  const partNumber = `AU-${Date.now()}`
  const productName = `Audited hose ${partNumber}`
  const { _id: id } = await admin.createProduct({ body: partBody({ productName, partNumber, price: 4 }) })
  await admin.updateProduct({ params: { id }, body: { price: 1250.5, brand: 'Veldra' } })

  await page.goto('/dashboard/audit')
  const table = main(page).getByRole('table', { name: 'Audit' })
  const price = table.getByRole('row').filter({ hasText: productName }).filter({ hasText: '$4.00' })
  await expect(price).toContainText(/Sample Admin.*Price.*\$4\.00.*\$1,250\.50/)
  await price.getByRole('button', { name: 'Price' }).click()
  const details = table.getByText(`Sample Admin, ${sampleAdmin.email}`)
  await expect(details).toBeVisible()
  await price.getByRole('button', { name: 'Price' }).click()
  await expect(details).toHaveCount(0)

  await field(page, 'Order, part or person').fill(partNumber)
  await page.getByLabel('What', { exact: true }).selectOption('Price')
  await page.getByLabel('Who', { exact: true }).selectOption('Staff')
  await main(page).getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(`/dashboard/audit?q=${partNumber}&by=staff&what=product.price`)
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(page.getByLabel('What', { exact: true })).toHaveValue('product.price')

  const download = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('audit.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Price,${productName},${id},$4.00,"$1,250.50"`)

  await table.getByRole('link', { name: 'Sample Admin' }).click()
  await expect(page).toHaveURL(`/dashboard/audit?by=${encodeURIComponent(sampleAdmin.email)}`)
  await expect(page.getByLabel('Who', { exact: true })).toHaveValue(sampleAdmin.email)
  await main(page).getByRole('link', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/dashboard/audit')
  await table.getByRole('link', { name: productName }).first().click()
  await expect(page).toHaveURL(`/parts/${id}`)
  await page.goto('/dashboard/audit?q=no+such+thing')
  await expect(main(page).getByText('No change matches')).toBeVisible()
  await admin.deleteProduct({ params: { id } })
})

test('the filters of Audit are in one line of a large window', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/audit')
  const bottomOf = async (name: string) => {
    const box = await main(page).getByRole('button', { name }).boundingBox()
    return box && box.y + box.height
  }
  const search = await field(page, 'Order, part or person').boundingBox()
  expect(search).not.toBeNull()
  expect(await bottomOf('Filter')).toBe(search && search.y + search.height)
  expect(await bottomOf('Export')).toBe(search && search.y + search.height)
})
