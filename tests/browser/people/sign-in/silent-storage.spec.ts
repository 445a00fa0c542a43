import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { expect, field, signIn, test } from '../../story.ts'

/** What some browsers leave without an answer: the request is an object that never gets an event. */
const silent = {
  'opening IndexedDB': 'IDBFactory.prototype.open = () => new EventTarget()',
  'writing to IndexedDB': 'IDBObjectStore.prototype.put = () => new EventTarget()',
  'reading from IndexedDB': 'IDBObjectStore.prototype.get = () => new EventTarget()',
}

for (const [name, script] of Object.entries(silent)) {
  test(`${name} gets no answer: sign-in uses the next storage`, { tag: '@long' }, async ({ page }) => {
    await page.addInitScript(script)
    await signIn(page, sampleAdmin)
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys.filter((key) => key.startsWith('firebase:authUser'))).toHaveLength(1)
  })
}

test('a storage that stops answering while the page is open: sign-in says that it takes long', {
  tag: '@long',
}, async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  // the SDK has started: it polls its storage
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await page.waitForLoadState('networkidle')
  await page.evaluate('IDBObjectStore.prototype.put = () => new EventTarget()')
  await field(page, 'Email').fill(sampleAdmin.email)
  await field(page, 'Password').fill(sampleAdmin.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.clock.runFor(11_000)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This takes longer than usual')
})
