import { expect, test } from 'vitest'
import { openTestStore } from '../../../support/store.ts'

test('browsers learn the search of the shop, whatever its name is', async () => {
  const env = { STORE_NAME: 'Gears & "Sons" <1>', PUBLIC_URL: 'https://shop.example' }
  const store = await openTestStore({ env })
  const { statusCode, headers, body } = await store.app.inject('/opensearch.xml')
  await store.close()
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8')
  expect(body).toContain('<ShortName>Gears &amp; &quot;Sons&quot; &lt;1&gt;</ShortName>')
  expect(body).toContain('template="https://shop.example/parts?q={searchTerms}"')
})
