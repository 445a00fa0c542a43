import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { orderBody } from '#demo/purchase.ts'
import { writeOrderMails } from '#server/sales/orders/order-mails.ts'
import { databaseOf } from '../../../support/database/postgres.ts'
import type { Outcome, Task } from '../../../support/database/short-of-space.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { csv, dryRun, sendRest } from '../../../support/imports.ts'
import { mailingStore } from '../../../support/orders/mailing-store.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
  await sql`create function refuse_as_full() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/5/16400": No space left on device' using errcode = 'disk_full';
    end $$`.execute(shop.database.db)
})
afterAll(() => shop.close())
afterEach(() => freeSpace())

const fullTables: string[] = []
const run = (statement: RawBuilder<unknown>) => statement.execute(shop.database.db)

/** Makes every insert into the table fail as if the disk were full. */
async function fillUp(table: string): Promise<void> {
  fullTables.push(table)
  await run(sql`create trigger is_full before insert on ${sql.table(table)}
    for each statement execute function refuse_as_full()`)
}

async function freeSpace(): Promise<void> {
  for (const table of fullTables.splice(0)) await run(sql`drop trigger is_full on ${sql.table(table)}`)
}

const FULL = '507 storage_full'
const stockOf = async (id: string) => (await shop.api.getProduct({ params: { id } })).availableQuantity

test.each([
  ['an order', undefined],
  ['an order with a key', 'full-1'],
])('%s is rejected while the storage is full, takes no stock and succeeds afterwards', async (_, key) => {
  const part = await shop.part({ available: 5 })
  const options = key === undefined ? {} : { idempotencyKey: key }
  const place = () => buyer.api.placeOrder({ body: orderBody([{ part, quantity: 2 }], buyer) }, options)
  await fillUp('orders')
  expect(await outcomeOf(place())).toBe(FULL)
  expect(await stockOf(part._id)).toBe(5)
  await freeSpace()
  expect(await outcomeOf(place())).toBe('accepted')
  expect(await stockOf(part._id)).toBe(3)
})

test('the response describes the full storage, and the failure is counted', async () => {
  await fillUp('reviews')
  const response = await shop.call({
    method: 'POST',
    url: '/api/review',
    token: buyer.token,
    payload: { name: 'Ann', description: 'Good' },
  })
  expect(response.json()).toMatchObject({
    status: 507,
    title: 'Insufficient Storage',
    message: expect.stringContaining('no space left'),
  })
  const metrics = (await shop.call({ url: '/metrics' })).payload
  expect(metrics).toMatch(/^store_refusals_total\{code="storage_full"\} [1-9]/m)
  expect(metrics).toMatch(/^store_storage_free_bytes [1-9]\d+$/m)
})

test('the identity provider rejects a sign-up with 507 while the storage is full', async () => {
  await fillUp('identity.users')
  const response = await shop.call({
    method: 'POST',
    url: `/identity/v1/accounts:signUp?key=${shop.config.identity.apiKey}`,
    payload: { email: 'late@example.com', password: 'a-good-password', returnSecureToken: true },
  })
  expect(response.statusCode).toBe(507)
})

test('an upload of parts stops at a chunk that does not fit, and continues with it afterwards', async () => {
  const file = csv([
    ['productName', 'price', 'minimumOrder', 'availableQuantity', 'img'],
    ['Clip', 9.5, 1, 20, '/drawings/carton.svg'],
  ])
  const started = await admin.api.startImport({ body: { fileName: 'full.csv', bytes: file.length } })
  await fillUp('import_rows')
  expect(await outcomeOf(sendRest(admin, started, file))).toBe(FULL)
  const params = { id: started._id }
  expect(await admin.api.getImport({ params })).toMatchObject({ state: 'receiving', received: 0 })
  await freeSpace()
  expect(await sendRest(admin, started, file)).toMatchObject({ received: file.length })
})

test('an import step without space reports the cause and continues afterwards', async () => {
  const file = csv([
    ['productName', 'price', 'minimumOrder', 'availableQuantity', 'img'],
    ['Clip of a step', 9.5, 1, 20, '/drawings/carton.svg'],
  ])
  const checked = await dryRun(admin, file)
  const params = { id: checked._id }
  const apply = () => admin.api.applyImport({ params, body: { checkNumber: checked.checkNumber } })
  const state = () => admin.api.getImport({ params })
  await fillUp('products')
  await apply()
  await expect.poll(state).toMatchObject({ state: 'applying', failure: 'storage_full' })
  await freeSpace()
  await apply()
  await expect.poll(state).toMatchObject({ state: 'applied', failure: null })
})

test('a mail that cannot be written now is written later', async () => {
  const { db } = shop.database
  const write = () => writeOrderMails(db, mailingStore)
  await write()
  await db.deleteFrom('mails').execute()
  await shop.order()
  await fillUp('mails')
  await expect(write()).rejects.toThrow()
  await freeSpace()
  expect(await write()).toBe(1)
  const mails = await db.selectFrom('mails').select('recipient').execute()
  expect(mails).toEqual([{ recipient: buyer.email }])
})

test('a picture that does not fit leaves no partial file', { tags: 'long', timeout: 30_000 }, async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({
    create: { width: 300, height: 300, channels: 3, background: '#888', noise },
  })
    .png()
    .toBuffer()
  const upload = { url: '/api/image', type: 'image/png' }
  const { statusCode, payload } = await inStoreShortOfSpace({
    ...upload,
    token: admin.token,
    base64: picture.toString('base64'),
  })
  expect([statusCode, JSON.parse(payload).code]).toEqual([507, 'storage_full'])
  const uploads = path.join(shop.config.dataDir, 'uploads')
  expect(await readdir(uploads)).toEqual([])
  const again = await shop.call({
    method: 'POST',
    url: upload.url,
    token: admin.token,
    headers: { 'content-type': upload.type },
    payload: picture,
  })
  expect(again.statusCode).toBe(201)
  expect(await readdir(uploads)).not.toEqual([])
})

/** Runs the same store in a process of its own that may write no file over 4 kB. */
async function inStoreShortOfSpace(upload: Task['upload']): Promise<Outcome> {
  const { connection } = inject('postgres')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(shop.database.db)
  const program = path.resolve(import.meta.dirname, '../../../support/database/short-of-space.ts')
  const child = spawn('sh', ['-c', 'ulimit -f 8 && exec "$0" "$1"', process.execPath, program], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const task: Task = {
    connection: { ...connection, ...databaseOf(connection, rows[0]?.name ?? '') },
    env: { DATA_DIR: shop.config.dataDir, LOG_LEVEL: 'silent' },
    now: shop.clock.now().toISOString(),
    upload,
  }
  return new Promise((resolve, reject) => {
    child.once('message', (outcome: Outcome) => resolve(outcome))
    child.once('exit', (code) => reject(new Error(`The store ended with ${code}`)))
    child.send(task)
  })
}

test('the overview warns before the storage is full', async () => {
  const { storage } = await admin.api.getOverview()
  expect(storage).toEqual({ freeBytes: expect.any(Number), isLow: false })
  expect(storage?.freeBytes).toBeGreaterThan(0)
  // A petabyte.
  const almostFull = await openShop({ env: { STORAGE_WARNING_MEGABYTES: '1000000000' } })
  const owner = await almostFull.staff('admin')
  expect((await owner.api.getOverview()).storage?.isLow).toBe(true)
  await almostFull.close()
})
