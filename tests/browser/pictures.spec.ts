import { createServer } from 'node:http'
import { test as plain } from '@playwright/test'
import { sampleAdmin } from '#contract/sample-admin.ts'
import { expect, signIn, test } from './story.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

plain('a part shows the picture of a foreign address, and its drawing where that fails', async ({ page }) => {
  const referrers: (string | undefined)[] = []
  const elsewhere = createServer((request, response) => {
    referrers.push(request.headers.referer)
    if (request.url === '/photo.gif') response.writeHead(200, { 'content-type': 'image/gif' }).end(pixel)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const address = elsewhere.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  try {
    await signIn(page, sampleAdmin)
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    const part = { price: 5, minimumOrder: 1, availableQuantity: 9, category: 'engine' }
    const add = (productName: string, img: string) =>
      page.request.post('/api/service', {
        headers: { authorization: `Bearer ${token}` },
        data: { ...part, productName, img },
      })
    const [good, broken] = [
      await (await add('Photographed piston', `${origin}/photo.gif`)).json(),
      await (await add('Lost piston', `${origin}/gone.jpg`)).json(),
    ]
    await page.goto('/')
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Photographed piston' }).getByRole('img').first(),
    ).toHaveAttribute('src', `${origin}/photo.gif`)
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Lost piston' }).getByRole('img').first(),
    ).toHaveAttribute('src', /^\/drawings\/piston\.svg/)
    expect(referrers.every((referrer) => referrer === undefined)).toBe(true)
    for (const { _id } of [good, broken]) {
      await page.request.delete(`/api/service/${_id}`, { headers: { authorization: `Bearer ${token}` } })
    }
  } finally {
    elsewhere.close()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('Home shows the parts with names and prices, and reviews', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Front brake disc, drilled' })).toBeVisible()
    await expect(page.getByText('$64.90').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Customer Review' })).toBeVisible()
    expect(await page.getByRole('link', { name: /^Purchase/ }).count()).toBeGreaterThan(20)
  })
})
