import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '#database/open.ts'
import { defaultSettings } from '#server/store/settings/defaults.ts'
import { createStoreSettings } from '#server/store/settings/store-settings.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { holdReply } from '../../../support/database/faults.ts'
import { watchStatements } from '../../../support/database/statements.ts'
import { writeConfigPage } from '../../../support/http/one-page.ts'
import { openTestStore, type Person, type StoreOptions, type TestStore } from '../../../support/store.ts'

let root: string
let database: Database
/** Two instances of one store, with one database and one clock. */
let first: TestStore
let second: TestStore
let time = 0
let admin: Person

beforeAll(async () => {
  root = await writeConfigPage()
  database = await freshDatabase()
  const options: StoreOptions = { web: root, cacheLife: { now: () => time } }
  first = await openTestStore({ ...options, on: database })
  second = await openTestStore({ ...options, on: { ...database, close: async () => {} } })
  admin = await first.signUpAdmin()
})
afterAll(async () => {
  await second.close()
  await first.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => {
  time += 60_000
})

const nameOn = async (store: TestStore, url = '/') => {
  const shown = (await store.call({ url })).json()
  return url === '/' ? shown.name : shown.store.name
}
const save = (name: string, by = admin) => by.api.saveSettings({ body: { name } })

test('a change shows at once on every page of its instance, and on those of the other within ten seconds', async () => {
  await save('Wheels')
  // cached responses: one is stored at its second request
  for (const url of ['/', '/api/config'])
    for (const store of [first, second, first, second, first, second]) await nameOn(store, url)
  time += 10_000
  for (const store of [first, second]) expect(await nameOn(store)).toBe('Wheels')
  for (const store of [first, second]) expect(await nameOn(store, '/api/config')).toBe('Wheels')
  await save('Bolts')
  expect([await nameOn(first), await nameOn(first, '/api/config')]).toEqual(['Bolts', 'Bolts'])
  let seconds = 0
  while ((await nameOn(second)) !== 'Bolts' || (await nameOn(second, '/api/config')) !== 'Bolts') {
    time += 1000
    seconds += 1
    expect(seconds).toBeLessThanOrEqual(10)
  }
  // five of the cache, and one of the settings
  expect(seconds).toBeLessThanOrEqual(6)
})

test('a change that is taken back, too', async () => {
  await save('Wheels')
  await save('Bolts')
  const [newest] = (await admin.api.listSettingsChanges()).items
  await admin.api.takeBackSettings({ params: { id: newest?._id ?? '' } })
  expect(await nameOn(first)).toBe('Wheels')
  time += 10_000
  expect(await nameOn(second)).toBe('Wheels')
})

test('what the other instance does with the shop is at most a second old', async () => {
  await save('Wheels')
  await second.settings.current()
  await save('Bolts')
  time += 999
  expect((await second.settings.current()).name).toBe('Wheels')
  time += 1
  expect((await second.settings.current()).name).toBe('Bolts')
})

test('staff who save on both instances see their own change there at once', async () => {
  const there = { ...admin, api: second.apiWith(admin.token) }
  await save('Wheels')
  await save('Bolts', there)
  expect(await nameOn(second)).toBe('Bolts')
  expect((await admin.api.getConfig()).store.name).toBe('Bolts')
  expect((await admin.api.getSettings()).values.name).toBe('Bolts')
})

test('concurrent readers share one query, and none is sent within a second', async () => {
  const watched = watchStatements(database.pool)
  const readAll = () => Promise.all(Array.from({ length: 50 }, () => first.settings.current()))
  const queries = async () => (await watched.during(readAll)).length
  time += 1000
  expect([await queries(), await queries()]).toEqual([1, 0])
  time += 999
  expect(await queries()).toBe(0)
  time += 1
  expect(await queries()).toBe(1)
})

test('a slow read does not replace what a later one has found', async () => {
  await save('Wheels')
  const { held, release } = holdReply(database.pool, /from "settings"/)
  time += 1000
  const slow = second.settings.current()
  await held
  await save('Bolts')
  expect((await second.settings.refresh()).name).toBe('Bolts')
  release()
  expect((await slow).name).toBe('Bolts')
  expect((await second.settings.current()).name).toBe('Bolts')
})

test('while the database is unavailable the last values serve, and a change shows after it', async () => {
  await save('Wheels')
  const timeouts = { connectMs: 3000, statementMs: 7000 }
  const other = await connect(database.connection, { timeouts, log() {} }, async () => {})
  await other.watch.stop()
  const errors: unknown[] = []
  const settings = createStoreSettings({
    db: other.db,
    defaults: defaultSettings(first.config),
    log: { error: (...what: unknown[]) => void errors.push(what) },
    clock: () => time,
  })
  expect((await settings.current()).name).toBe('Wheels')
  await save('Bolts')
  for (let n = 0; n < 3; n += 1) other.breaker.timedOut()
  time += 1000
  expect((await settings.current()).name).toBe('Wheels')
  other.breaker.answered()
  time += 999
  expect((await settings.current()).name).toBe('Wheels')
  time += 1
  expect((await settings.current()).name).toBe('Bolts')
  expect(errors).toEqual([])
  await other.close()
})

test('a table that cannot be read is an error in the log, and the last values serve', async () => {
  await save('Wheels')
  const errors: unknown[] = []
  const settings = createStoreSettings({
    db: database.db,
    defaults: defaultSettings(first.config),
    log: { error: (...what: unknown[]) => void errors.push(what[1]) },
    clock: () => time,
  })
  await settings.current()
  await database.pool.query('alter table settings rename to settings_away')
  time += 1000
  expect((await settings.current()).name).toBe('Wheels')
  await database.pool.query('alter table settings_away rename to settings')
  expect(errors).toEqual(['the settings cannot be read'])
})
