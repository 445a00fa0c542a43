import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { importPageTexts as texts } from '#contract/catalog/imports/page-texts.ts'
import { isLong } from '#tests/support/thoroughness.ts'
import { test } from '../people.ts'
import { expectAccessible } from '../platform/accessibility/access.ts'
import { apiOfPage } from '../store-api.ts'
import { expect, POLL_OFTEN } from '../story.ts'

const PATH = '/dashboard/importParts'
/** The rows of the interrupted file. */
const ROWS = isLong ? 60_000 : 6000

test.use({ who: 'admin', expectedErrorStatuses: [0] })

async function exportParts(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: texts.export }).click(),
  ])
  expect(download.suggestedFilename()).toBe('parts.csv')
  return readFileSync(await download.path(), 'utf8')
}

const chooseFile = (page: Page, label: string, name: string, text: string) =>
  page.getByLabel(label).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
test('parts are exported, changed in the file, compared, imported and restored', async ({ page }) => {
  await page.goto(PATH)
  const [header = '', ...lines] = (await exportParts(page)).split('\r\n')
  const cells = (lines[0] ?? '').split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const [id = '', name = '', before = ''] = cells
  const after = (Number(before) + 10).toFixed(2)
  const changed = cells.with(2, after).join(',')
  const bad = (lines[1] ?? '').replace(/,\d+\.\d\d,/, ',abc,')
  await chooseFile(page, texts.choose, 'prices.csv', [header, changed, bad, ...lines.slice(2)].join('\r\n'))

  const report = page.getByRole('region', { name: texts.current('prices.csv') })
  await expect(report.getByText(texts.states.checked)).toBeVisible()
  await expect(report.getByText(texts.badStay(1, true))).toBeVisible()
  const errors = page.getByRole('table', { name: texts.errors })
  await expect(errors.getByRole('row')).toHaveCount(2)
  await expect(errors.getByRole('row').nth(1)).toHaveText(
    /Row 3.*price.*abc.*This is not a number, such as 12\.50/,
  )
  const changes = page.getByRole('table', { name: texts.changes('checked') })
  await expect(changes.getByRole('row')).toHaveCount(2)
  await expect(changes.getByRole('row').nth(1)).toContainText(`${before}`)
  await expect(changes.getByRole('row').nth(1)).toContainText(`${after}`)
  await expectAccessible(page, 'a checked import')

  await report.getByRole('button', { name: texts.apply, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(texts.counts(0, 1))
  await dialog.getByRole('button', { name: texts.applyYes }).click()
  await expect(report.getByText(texts.states.applied)).toBeVisible()
  await expect(page.getByText(texts.ended.applied)).toBeVisible()
  await expect(report.getByRole('button', { name: texts.undo })).toBeEnabled()
  await expect(page.getByRole('table', { name: texts.past }).getByText(texts.states.applied)).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.changes('applied') })).toBeVisible()

  const partName = name.replace(/^"|"$/g, '').replaceAll('""', '"')
  await page.goto(`/parts/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(partName)
  await expect(page.getByText(`$${after}`).first()).toBeVisible()

  await page.goto(PATH)
  await page.getByRole('link', { name: texts.showOf('prices.csv') }).click()
  await report.getByRole('button', { name: texts.undo }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.undoYes }).click()
  await expect(report.getByText(texts.states.undone)).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.changes('undone') })).toBeVisible()
  await page.goto(`/parts/${id}`)
  await expect(page.getByText(`$${before}`).first()).toBeVisible()
})

test('a page says how it read a file, and reads it in another way by choice', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(PATH)
  const file = {
    name: 'mac.csv',
    mimeType: 'text/csv',
    buffer: Buffer.concat([
      Buffer.from('Marke;Preis;Farbe\nK'),
      Buffer.from([0x9a]),
      Buffer.from('hler;x;rot\n'),
    ]),
  }
  await page.getByLabel(texts.choose).setInputFiles(file)
  const report = page.getByRole('region', { name: texts.current('mac.csv') })
  await expect(report).toContainText(
    'Read as Windows-1252 (Western Europe), with columns separated by semicolons.',
  )
  await expect(report).toContainText('no column of parts is called so: Farbe')
  await page.getByText(texts.howToRead).click()
  await page.getByLabel(texts.encoding).selectOption('Mac OS Roman')
  await page.getByLabel(texts.delimiter).selectOption('semicolons')
  await expectAccessible(page, 'the choice of an encoding')
  await page.getByLabel(texts.chooseOther).setInputFiles(file)
  await expect(report).toContainText('Read as Mac OS Roman, with columns separated by semicolons.')
  await report.getByRole('button', { name: texts.discard }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.discardYes }).click()
  await expect(report.getByText(texts.states.discarded)).toBeVisible()
})

test('a report shows the type and size that were read, new rows without a type, and a column that may be meant', async ({
  page,
}) => {
  await page.goto(PATH)
  const file = [
    'productName,price,minimumOrder,availableQuantity,img,type,attr:diameter,attr:thicknes',
    'Read disc,9.50,1,20,/a.svg,Bremsscheibe,11 in,',
    'Untyped disc,9.50,1,20,/a.svg,,,',
  ].join('\n')
  await chooseFile(page, texts.choose, 'typed.csv', file)
  const report = page.getByRole('region', { name: texts.current('typed.csv') })
  await expect(report).toContainText('1 new row has no type')
  await expect(report).toContainText('attr:thicknes (did you mean attr:thickness?)')
  const changes = page.getByRole('table', { name: texts.changes('checked') })
  await expect(changes.getByRole('row').nth(1)).toContainText(/type brake-disc.*attr:diameter 279/)
  await expectAccessible(page, 'a report of new parts')
  await report.getByRole('button', { name: texts.discard }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.discardYes }).click()
  await expect(report.getByText(texts.states.discarded)).toBeVisible()
})

test('an interrupted upload resumes after a reload, only with the same file', { tag: '@long' }, async ({
  page,
}) => {
  // More than one chunk of 256 KiB: the descriptions alone have at least 360 kB.
  const rows = Array.from({ length: ROWS }, (_, n) => `,${n},${'x'.repeat(400_000 / ROWS)}`)
  const file = ['_id,price,description', ...rows].join('\n')
  await page.goto(PATH)
  // One chunk arrives; the connection fails at the next.
  await page.route('**/api/import/*/piece?offset=2*', (route) => route.abort())
  await chooseFile(page, texts.choose, 'long.csv', file)
  await expect(page.getByRole('alert')).toHaveText(/could not be reached/)
  await page.unroute('**/api/import/*/piece?offset=2*')
  await page.reload()
  await expect(page.getByLabel(texts.choose)).toBeEnabled()
  await page.getByRole('link', { name: texts.goOnOf('long.csv') }).click()
  const again = texts.goOn('long.csv')
  await chooseFile(page, again, 'other.csv', file)
  await expect(page.getByRole('alert')).toHaveText(texts.otherFile('long.csv'))
  await chooseFile(page, again, 'long.csv', file.replace('7', '8'))
  await expect(page.getByRole('alert')).toHaveText(texts.otherFile('long.csv'))
  await chooseFile(page, again, 'long.csv', file)
  const report = page.getByRole('region', { name: texts.current('long.csv') })
  await expect(report.getByText(texts.states.checked)).toBeVisible({ timeout: 30_000 })
  await expect(report.getByText(texts.allBad(ROWS))).toBeVisible()
  await expect(report.getByRole('button', { name: texts.apply, exact: true })).toBeHidden()
  await page.getByRole('link', { name: `${texts.errors}: ${texts.more}` }).click()
  // Row 2 has one error (price), each following row four missing columns: the first 10 errors end in row 5.
  await expect(page.getByRole('table', { name: texts.errors }).getByRole('row').nth(1)).toContainText(
    /^Row 5/,
  )
  await report.getByRole('button', { name: texts.discard }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.discardYes }).click()
  await expect(report.getByText(texts.states.discarded)).toBeVisible()
})

test('an error shows its column on one line, “–” if it concerns the whole row, and an empty cell as such', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(PATH)
  const long = 'long '.repeat(50)
  const rows = ['_id,price,availableQuantity,category', ',1,1,,8,9', `,"1,5",1.5,${long}`, ',,1,']
  await chooseFile(page, texts.choose, 'bad.csv', rows.join('\n'))
  const errors = page.getByRole('table', { name: texts.errors })
  const cells = (row: RegExp) => errors.getByRole('row', { name: row }).first().getByRole('cell')
  await expect(cells(/^Row 2/).nth(1)).toHaveText('–')
  await expect(cells(/^Row 4/).nth(1)).toHaveText(texts.empty)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await errors.getByText('availableQuantity', { exact: true }).evaluate((name) => {
      const text = document.createRange()
      text.selectNodeContents(name)
      return text.getClientRects().length
    })
    expect(lines).toBe(1)
  }
  const report = page.getByRole('region', { name: texts.current('bad.csv') })
  await report.getByRole('button', { name: texts.discard }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.discardYes }).click()
  await expect(report.getByText(texts.states.discarded)).toBeVisible()
})

test('an unfinished import is listed, and another file can be chosen', { tag: '@long' }, async ({ page }) => {
  await page.goto(PATH)
  await chooseFile(page, texts.choose, 'left.csv', 'productName,price\nHose clip,9.50')
  const report = page.getByRole('region', { name: texts.current('left.csv') })
  await expect(report.getByText(texts.states.checked)).toBeVisible()

  await page.goto(PATH)
  await expect(report).toBeHidden()
  const waiting = page.getByRole('region', { name: texts.waiting })
  const item = waiting.getByRole('listitem').filter({ hasText: 'left.csv' })
  await expect(item).toContainText(texts.states.checked)
  await expect(item).toContainText(`${texts.counts(0, 0)}, ${texts.faulty(1)}`)
  await expectAccessible(page, 'an unfinished import')
  await chooseFile(page, texts.choose, 'next.csv', 'productName,price\nHose clip,x')
  const next = page.getByRole('region', { name: texts.current('next.csv') })
  await expect(next.getByText(texts.states.checked)).toBeVisible()
  await next.getByRole('button', { name: texts.discard }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.discardYes }).click()
  await expect(next.getByText(texts.states.discarded)).toBeVisible()

  await page.goto(PATH)
  await page.getByRole('link', { name: texts.goOnOf('left.csv') }).click()
  await expect(report.getByText(texts.states.checked)).toBeVisible()
  await page.goto(PATH)
  await page.getByRole('button', { name: texts.discardOf('left.csv') }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.discardYes }).click()
  await expect(item).toBeHidden()
})

test('an unfinished import stays listed after 21 newer ones were discarded', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(PATH)
  const api = await apiOfPage(page)
  await api.startImport({ body: { fileName: 'forgotten.csv', bytes: 9 } })
  for (let count = 0; count < 21; count += 1) {
    const { _id: id } = await api.startImport({ body: { fileName: 'newer.csv', bytes: 9 } })
    await api.discardImport({ params: { id } })
  }
  await page.reload()
  const waiting = page.getByRole('region', { name: texts.waiting })
  await expect(waiting.getByText('forgotten.csv')).toBeVisible()
  await page.getByRole('button', { name: texts.discardOf('forgotten.csv') }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.discardYes }).click()
  await expect(waiting.getByText('forgotten.csv')).toBeHidden()
})

const newParts = (name: string, count: number) =>
  [
    'productName,price,minimumOrder,availableQuantity,img',
    ...Array.from({ length: count }, (_, n) => `${name} ${n},9.50,1,20,/a.svg`),
  ].join('\n')

test('while the import cannot be read, the page keeps its content and polls', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(PATH)
  await chooseFile(page, texts.choose, 'polled.csv', newParts('Polled hose', 2))
  const report = page.getByRole('region', { name: texts.current('polled.csv') })
  const isImportUrl = (url: URL) => url.pathname.startsWith('/api/import')
  for (const [button, confirmLabel, end] of [
    [texts.apply, texts.applyYes, 'applied'],
    [texts.undo, texts.undoYes, 'undone'],
  ] as const) {
    await report.getByRole('button', { name: button, exact: true }).click()
    let failedReads = 0
    await page.route(isImportUrl, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      failedReads += 1
      return route.abort()
    })
    await page.getByRole('dialog').getByRole('button', { name: confirmLabel }).click()
    await expect(page.getByRole('alert')).toHaveText(texts.lost)
    const before = failedReads
    await expect.poll(() => failedReads, POLL_OFTEN).toBeGreaterThan(before)
    await expect(report).toBeVisible()
    await page.unroute(isImportUrl)
    await expect(report.getByText(texts.states[end])).toBeVisible()
    await expect(page.getByText(texts.ended[end])).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  }
})

test('an admin who opens a running import sees its end and can undo it', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(PATH)
  await chooseFile(page, texts.choose, 'crowd.csv', newParts('Crowd hose', isLong ? 6000 : 3000))
  const report = page.getByRole('region', { name: texts.current('crowd.csv') })
  await expect(report.getByText(texts.states.checked)).toBeVisible({ timeout: 30_000 })
  const params = { id: new URL(page.url()).searchParams.get('import') ?? '' }
  const api = await apiOfPage(page)
  // A call of the API applies it just before this page lists the imports.
  const isList = (url: URL) => url.pathname === '/api/import' && url.searchParams.has('unfinished')
  await page.route(
    isList,
    async (route) => {
      await api.applyImport({ params, body: { checkNumber: 1 } })
      await route.continue()
    },
    { times: 1 },
  )
  await page.goto(PATH)
  await expect(report.getByText(texts.progress.applying)).toBeVisible()
  await expect(page.getByText(texts.ended.applied)).toBeVisible({ timeout: 30_000 })
  await expect(report.getByText(texts.states.applied)).toBeVisible()
  await report.getByRole('button', { name: texts.undo }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.undoYes }).click()
  await expect(report.getByText(texts.states.undone)).toBeVisible({ timeout: 30_000 })
  await report.getByRole('link', { name: texts.back }).click()
  await expect(report).toBeHidden()
  await expect(page.getByLabel(texts.choose)).toBeVisible()
})

test('an import is discarded for another file only once the import of that file has started', {
  tag: '@long',
}, async ({ page }) => {
  const isStart = (url: URL) => url.pathname === '/api/import'
  const isChunkUpload = (url: URL) => url.pathname.endsWith('/piece')
  const abortRequests = (matches: (url: URL) => boolean, method: string) =>
    page.route(matches, (route) => (route.request().method() === method ? route.abort() : route.fallback()))
  const reportOf = (name: string) => page.getByRole('region', { name: texts.current(name) })
  const failToStartImport = async () => {
    await abortRequests(isStart, 'POST')
    await chooseFile(page, texts.chooseOther, 'second.csv', newParts('Second hose', 1))
    await expect(page.getByRole('alert')).toHaveText(/could not be reached/)
    await page.unroute(isStart)
  }
  await page.goto(PATH)
  await chooseFile(page, texts.choose, 'first.csv', newParts('First hose', 1))
  await expect(reportOf('first.csv').getByText(texts.states.checked)).toBeVisible()

  await failToStartImport()
  await page.reload()
  await expect(reportOf('first.csv').getByText(texts.states.checked)).toBeVisible()
  await failToStartImport()
  await chooseFile(page, texts.chooseOther, 'second.csv', newParts('Second hose', 1))
  await expect(reportOf('second.csv').getByText(texts.states.checked)).toBeVisible()

  await abortRequests(isChunkUpload, 'PUT')
  await chooseFile(page, texts.chooseOther, 'third.csv', newParts('Third hose', 1))
  await expect(page.getByRole('alert')).toHaveText(/could not be reached/)
  await expect(reportOf('second.csv').getByText(texts.states.discarded)).toBeVisible()
  await page.unroute(isChunkUpload)
  await page.getByRole('button', { name: texts.goOnNow, exact: true }).click()
  await expect(reportOf('third.csv').getByText(texts.states.checked)).toBeVisible()
  await reportOf('third.csv').getByRole('button', { name: texts.discard }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.discardYes }).click()
  await expect(reportOf('third.csv').getByText(texts.states.discarded)).toBeVisible()
})

test.describe('an import discarded by another request', () => {
  test.use({ expectedErrorStatuses: [0, 409] })

  test('resuming an import that was discarded meanwhile shows an error; its file then starts a new import', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto(PATH)
    const goOn = page.getByRole('button', { name: texts.goOnNow, exact: true })
    await chooseFile(page, texts.choose, 'nothing.csv', '')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(goOn).toBeHidden()

    const api = await apiOfPage(page)
    const isChunkUpload = (url: URL) => url.pathname.endsWith('/piece')
    const startInterrupted = async () => {
      await page.route(isChunkUpload, (route) => route.abort())
      await chooseFile(page, texts.choose, 'ours.csv', newParts('Our hose', 1))
      await expect(page.getByRole('alert')).toHaveText(/could not be reached/)
      await page.unroute(isChunkUpload)
      const [started] = (await api.listImports({ query: { unfinished: 'true' } })).items
      return { id: started?._id ?? '' }
    }
    await api.discardImport({ params: await startInterrupted() })
    await goOn.click()
    await expect(page.getByRole('alert')).toHaveText(texts.givenUp('ours.csv'))
    await expect(goOn).toBeHidden()

    const params = await startInterrupted()
    await page.goto(`${PATH}?import=${params.id}`)
    const again = page.getByLabel(texts.goOn('ours.csv'))
    await expect(again).toBeVisible()
    await chooseFile(page, texts.goOn('ours.csv'), 'wrong.csv', 'x')
    await expect(page.getByRole('alert')).toHaveText(texts.otherFile('ours.csv'))
    await expect(goOn).toBeHidden()
    await api.discardImport({ params })
    await chooseFile(page, texts.goOn('ours.csv'), 'ours.csv', newParts('Our hose', 1))
    await expect(page.getByRole('alert')).toHaveText(texts.givenUp('ours.csv'))
    await chooseFile(page, texts.choose, 'ours.csv', newParts('Our hose', 1))
    const report = page.getByRole('region', { name: texts.current('ours.csv') })
    await expect(report.getByText(texts.states.checked)).toBeVisible()
    await report.getByRole('button', { name: texts.discard }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.discardYes }).click()
    await expect(report.getByText(texts.states.discarded)).toBeVisible()
  })
})
