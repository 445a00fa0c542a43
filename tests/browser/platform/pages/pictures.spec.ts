import { createServer } from 'node:http'
import type { APIRequestContext, Page } from '@playwright/test'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { portOf } from '#tests/support/http/listening-port.ts'
import { partBody } from '../../../support/products/example-part.ts'
import { signInToApi } from '../../store-api.ts'
import { expect, testWithoutConsoleCheck as plain, test } from '../../story.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type ForeignPictures = { good: string; broken: string; referrers: (string | undefined)[] }

/** Adds two parts with pictures at another origin, one of which does not exist; deletes the parts afterwards. */
async function withForeignPictures(
  request: APIRequestContext,
  check: (pictures: ForeignPictures) => Promise<void>,
) {
  const referrers: (string | undefined)[] = []
  const server = createServer((incoming, response) => {
    referrers.push(incoming.headers.referer)
    if (incoming.url === '/photo.gif') response.writeHead(200, { 'content-type': 'image/gif' }).end(pixel)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${portOf(server)}`
  const admin = await signInToApi(request, sampleAdmin)
  const part = { price: 5, available: 9, category: 'engine' } as const
  const good = `${origin}/photo.gif`
  const broken = `${origin}/gone.jpg`
  const parts = [
    await admin.createProduct({ body: partBody({ ...part, productName: 'Photographed piston', img: good }) }),
    await admin.createProduct({ body: partBody({ ...part, productName: 'Lost piston', img: broken }) }),
  ]
  try {
    await check({ good, broken, referrers })
  } finally {
    for (const { _id } of parts) await admin.deleteProduct({ params: { id: _id } })
    server.close()
  }
}

const pictureOf = (page: Page, part: string) =>
  page.getByRole('listitem').filter({ hasText: part }).locator('img').first()

plain('a part shows the picture of another origin, or its drawing if that fails', async ({ page }) => {
  await withForeignPictures(page.request, async ({ good, referrers }) => {
    await page.goto('/')
    await expect(pictureOf(page, 'Photographed piston')).toHaveAttribute('src', good)
    await expect(pictureOf(page, 'Lost piston')).toHaveAttribute('src', /^\/drawings\/piston\.svg/)
    expect(referrers.every((referrer) => referrer === undefined)).toBe(true)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  plain(
    'the part’s drawing is requested, too, for a foreign picture that fails',
    { tag: '@long' },
    async ({ page }) => {
      await withForeignPictures(page.request, async ({ broken }) => {
        const drawing = page.waitForRequest(/\/drawings\/piston\.svg\?bore/)
        await page.goto('/parts?q=lost+piston')
        await expect(pictureOf(page, 'Lost piston')).toHaveAttribute('src', broken)
        await drawing
      })
    },
  )

  test('Home shows parts, a price and the heading of reviews without JavaScript', async ({ page }) => {
    await page.goto('/')
    const parts = page.getByRole('region', { name: 'Tools/Parts' })
    await expect(parts.getByRole('heading', { level: 3 })).toHaveCount(8)
    await expect(parts.getByText(/^\$[\d,.]+$/)).toHaveCount(8)
    await expect(parts.getByRole('link', { name: /^Purchase/ }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Customer Review' })).toBeVisible()
  })
})
