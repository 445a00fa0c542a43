import { expect, test } from '../../story.ts'

/** Bytes as sent. Pages of sign-in are no public pages: the identity provider's client comes on top of theirs. */
const LIMIT = 130_000

for (const path of ['/', '/parts', '/parts?type=brake-disc&view=table', '/parts/:id', '/blogs', '/cart']) {
  test(`the scripts of ${path} weigh at most ${LIMIT / 1000} kB`, async ({ page, request }) => {
    const [newest] = await (await request.get('/api/service?limit=1')).json()
    const response = await page.goto(path.replace(':id', newest._id))
    expect(response?.status()).toBe(200)
    const bytesOfScripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      )
    // scripts come after the first paint
    await expect.poll(bytesOfScripts).toBeGreaterThan(LIMIT / 2)
    await page.waitForLoadState('networkidle')
    expect(await bytesOfScripts()).toBeLessThanOrEqual(LIMIT)
  })
}
