import type { APIRequestContext } from '@playwright/test'
import { someOf } from '#tests/support/thoroughness.ts'
import { expect, test } from '../../story.ts'

/** Public pages whose links are followed; the test adds a part's page and a missing one. */
const starts = [
  '/',
  '/parts',
  '/parts?category=lighting',
  '/parts?q=brake&sort=price',
  '/portfolio',
  '/blogs',
  '/login',
  '/register',
  '/forgot-password',
]

test('internal links and pictures of public pages exist', async ({ request, baseURL }) => {
  test.setTimeout(180_000)
  const origin = baseURL ?? ''
  const [part] = await (await request.get('/api/service?limit=1')).json()
  const found = new Map<string, string>()
  for (const start of [...starts, `/parts/${part._id}`, '/no/such/page']) {
    const html = await (await request.get(start)).text()
    for (const target of targetsIn(html)) {
      const url = new URL(target, origin + start)
      if (url.origin !== origin) {
        expect(url.protocol, target).toMatch(/^(https|tel):$/)
        continue
      }
      const isSamePage = url.pathname + url.search === start
      if (isSamePage && url.hash) expect(html).toContain(`id="${url.hash.slice(1)}"`)
      if (!isSamePage) found.set(url.pathname + url.search, start)
    }
  }
  expect(found.size).toBeGreaterThan(100)
  const broken: string[] = []
  for (const [target, start] of someOf([...found], { share: 3 })) {
    const status = (await request.get(target)).status()
    if (status >= 400) broken.push(`${target} on ${start}: ${status}`)
  }
  expect(broken).toEqual([])
})

test('the sitemap has four public pages and parts, and robots.txt names it', async ({ request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const addresses = await addressesIn(request, '/sitemap.xml')
  expect(addresses).toEqual(expect.arrayContaining(['/', '/parts', '/portfolio', '/blogs']))
  const parts = addresses.filter((address) => address.startsWith('/parts/'))
  expect(parts.length).toBeGreaterThan(100)
  for (const address of [...addresses.slice(0, 14), ...parts.slice(-3)]) {
    const html = await (await request.get(address)).text()
    // The listed address is the canonical one of its page.
    expect(html).toContain(`<link rel="canonical" href="${baseURL}${address.replaceAll('&', '&amp;')}"`)
  }
})

function targetsIn(html: string): string[] {
  const links = html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)
  const pictures = html.matchAll(/<(?:img|source)\b[^>]*?\ssrc(?:set)?="([^"]*)"/gi)
  return [...links, ...pictures].map(([, target = '']) => target.replaceAll('&amp;', '&'))
}

async function addressesIn(request: APIRequestContext, path: string): Promise<string[]> {
  const xml = await (await request.get(path)).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => {
    const { pathname, search } = new URL(location)
    return pathname + search
  })
}
