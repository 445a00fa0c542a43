import { Pool } from 'pg'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { addRun } from '#tests/support/failed-jobs.ts'
import { signInDirectly } from '../direct-sign-in.ts'
import { requestStore } from '../store-requests.ts'
import { expect, hold, testInStore } from '../story.ts'
import { expectAccessible } from './accessibility/access.ts'

/** A store of its own, since in other stores jobs may have failed. */
const test = testInStore({ STORE_NAME: 'Night Shift' })
test.use({ expectedErrorStatuses: [400, 409] })

test('an admin sees which jobs failed and why, and runs one again', { tag: '@long' }, async ({
  page,
  store,
}) => {
  if (!store) throw new Error('The test needs a store of its own')
  const { databaseUrl } = await requestStore(store)
  const pool = new Pool({ connectionString: databaseUrl })
  const database = { pool }
  await signInDirectly(page, sampleAdmin)
  await page.goto('/dashboard/overview')
  await page.getByRole('link', { name: 'Failed Jobs', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No failed jobs' })).toBeVisible()

  await addRun({ database }, 'clean-up', { error: { message: 'canceling statement due to lock timeout' } })
  const path = `${'/srv/partsline/data/'.repeat(8)}uploads`
  await addRun({ database }, 'check-ledger', {
    at: '2026-01-02T03:40:00Z',
    error: { message: `3 to be tried again; payment pi_${'3Q9x'.repeat(8)}: no answer; ${path}` },
  })
  await addRun({ database }, 'check-ledger', { state: 'completed', at: '2026-01-03T03:40:00Z' })
  // a failed run, and one of the same job that waits for its next attempt
  await addRun({ database }, 'remove-identities', { state: 'retry' })
  await addRun({ database }, 'remove-identities', { at: '2026-01-01T00:17:00Z' })
  await page.reload()
  const rows = page.getByRole('table', { name: 'Failed Jobs' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('Delete old records')
  await expect(rows.nth(1)).toContainText('canceling statement due to lock timeout')
  await expect(rows.nth(1)).toContainText('No success yet')
  await expect(rows.nth(2)).toContainText('Compare the ledger with the card provider')
  await expect(rows.nth(2)).toContainText('Succeeded')
  await expectAccessible(page, 'Failed Jobs')

  // the second click comes while the list is loaded again after the first
  const release = await hold(page, '**/api/failed-job*')
  await rows.nth(3).getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByText('This job is about to run already.')).toBeVisible()
  await rows.nth(1).getByRole('button', { name: 'Run again' }).click()
  release()
  await expect(page.getByText('“Delete old records” runs again.')).toBeVisible()
  await expect(rows).toHaveCount(3)
  const states = async () =>
    (await pool.query("select state from jobs.job where name = 'clean-up'")).rows.map(({ state }) => state)
  await expect.poll(states).toContain('completed')
  expect(await states()).not.toContain('failed')
  await pool.end()
})
