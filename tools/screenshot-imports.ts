import type { Page } from '@playwright/test'
import type { Shot } from './screenshot-routes.ts'

const importing: Pick<Shot, 'path' | 'as' | 'states'> = {
  path: () => '/dashboard/importParts',
  as: 'admin',
  states: ['normal'],
}

/** What an admin sees of a file of parts. */
export const importActs: Shot[] = [
  {
    ...importing,
    name: 'import-waiting',
    async act(page) {
      await compare(page)
      await page.goto('/dashboard/importParts')
      await page.getByRole('heading', { name: 'Not finished' }).waitFor()
    },
  },
  { ...importing, name: 'import-report', act: (page) => compare(page) },
  {
    ...importing,
    name: 'import-question',
    widths: [360, 1440],
    async act(page) {
      await compare(page)
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    ...importing,
    name: 'import-refused',
    async act(page) {
      await choose(page, 'Datum;Betrag\n1;2\n')
      await page.getByText('Refused').first().waitFor()
    },
  },
  {
    ...importing,
    name: 'import-incomplete',
    async act(page) {
      await page.route('**/api/import/*/piece**', (route) =>
        route.request().url().includes('offset=0') ? route.continue() : route.abort(),
      )
      await choose(page, `_id,price\n${',1\n'.repeat(200_000)}`)
      await page.getByRole('alert').waitFor()
      await page.unroute('**/api/import/*/piece**')
      await page.reload()
      await page.getByRole('link', { name: 'Go on with' }).first().click()
      await page.getByLabel('again to go on').waitFor()
    },
  },
]

async function compare(page: Page): Promise<void> {
  const answer = await page.request.get('/api/service?limit=4')
  const parts: { _id: string; price: number }[] = await answer.json()
  const changed = parts.map(({ _id, price }) => [
    _id,
    '"Renamed, as an example"',
    price + 4.1,
    1,
    25,
    '/a.svg',
    1,
  ])
  const header = '_id,productName,price,minimumOrder,availableQuantity,img,Weight'
  await choose(page, [header, ...changed, ...others].join('\n'))
  await page.getByRole('heading', { name: 'What changes' }).waitFor()
}

const others = [
  ',Thermostat 87 °C with housing,24.90,1,60,/drawings/water-pump.svg,0.4',
  ',Ignition lead set,39.00,1,25,/drawings/spark-plug.svg,0.6',
  ',Wheel bolt M14 × 1.5,"2,40",4,500,/drawings/wheel-bearing.svg,0.1',
  ',Wiper blade 600 mm,x,0,40,,0.2',
]

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: 'spring-prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel(/^Choose an?/).setInputFiles(file)
}
