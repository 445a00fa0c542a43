import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '../../story.ts'

const ASSETS = path.join(import.meta.dirname, '../../../../dist/client/assets')
// `/no-such-page`.
test.use({ expectedErrorStatuses: [404] })

/** A text that only the sign-in SDK contains. */
const SDK_TEXT = 'accounts:signInWithPassword'

const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
const withSdk = scripts.filter((name) => readFileSync(path.join(ASSETS, name), 'utf8').includes(SDK_TEXT))

test('the sign-in SDK is in one file of at most 32 kB, compressed', () => {
  expect(withSdk).toHaveLength(1)
  expect(statSync(path.join(ASSETS, `${withSdk[0]}.br`)).size).toBeLessThanOrEqual(32_000)
})

test('six public pages do not load the sign-in SDK; the login page does', { tag: '@long' }, async ({
  page,
}) => {
  const loaded = new Set<string>()
  page.on('request', (request) => loaded.add(path.posix.basename(new URL(request.url()).pathname)))
  for (const address of ['/', '/parts', '/parts?q=brake', '/portfolio', '/blogs', '/no-such-page']) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  }
  expect(withSdk.filter((name) => loaded.has(name))).toEqual([])
  await page.goto('/login')
  await expect.poll(() => withSdk.filter((name) => loaded.has(name))).toEqual(withSdk)
})
