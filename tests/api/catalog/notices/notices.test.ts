import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecret } from '#database/secrets.ts'
import { cleanUp } from '#server/background-jobs.ts'
import { MAX_WAITING, type NoticeShop, writeNotices } from '#server/catalog/notices/notices.ts'
import { createStopLinks } from '#server/catalog/notices/stop-notices.ts'
import { createLeaveLinks } from '#server/people/requests/leave-newsletter.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { insertProduct } from '../../../support/shop-rows.ts'

const ORIGIN = 'https://shop.example'

let shop: Shop
let secret: string
beforeAll(async () => {
  shop = await openShop({ env: { PUBLIC_URL: ORIGIN } })
  secret = await readSecret(shop.database.db, 'stock-notices', () => 'is there already')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.deleteFrom('stock_notices').execute()
  await shop.database.db.deleteFrom('mails').execute()
  await shop.database.db.deleteFrom('rate_limits').execute()
})

const soldOut = (fields: { name?: string; minimum_order?: number; part_number?: string } = {}) =>
  insertProduct(shop.database.db, { available: 0, ...fields })
const ask = (id: string, email: string) => shop.api.askForNotice({ params: { id }, body: { email } })
const askAs = (id: string, email: string) =>
  shop.call({ method: 'POST', url: `/api/service/${id}/notice`, payload: { email } })
async function change(id: string, values: { available?: number; archived_at?: Date | null }) {
  await shop.database.db.updateTable('products').set(values).where('id', '=', id).execute()
}
const noticeShop = (): NoticeShop => ({
  name: 'Gears',
  origin: ORIGIN,
  links: createStopLinks({ origin: ORIGIN, secret }),
})
const write = () => writeNotices(shop.database.db, noticeShop())
const mails = () =>
  shop.database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).orderBy('recipient').execute()
const waiting = async () =>
  (await shop.database.db.selectFrom('stock_notices').select(['email', 'product_id']).execute()).map(
    ({ email }) => email,
  )

test('who asked gets one mail when the part is for sale again, and none before or after', async () => {
  const id = await soldOut({ name: 'Coil spring', part_number: 'SU-1' })
  expect(await ask(id, 'Ann@Example.com')).toEqual({ email: 'ann@example.com' })
  expect(await write()).toBe(0)
  await change(id, { available: 3 })
  expect(await write()).toBe(1)
  expect(await write()).toBe(0)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'ann@example.com', subject: 'Back in stock: Coil spring' })
  expect(mail?.body).toContain('Coil spring (SU-1) is for sale again at Gears')
  expect(mail?.body).toContain(`${ORIGIN}/parts/${id}`)
  expect(await waiting()).toEqual([])
})

test('less than the minimum order is not for sale', async () => {
  const id = await soldOut({ minimum_order: 4 })
  await ask(id, 'ann@example.com')
  await change(id, { available: 3 })
  expect(await write()).toBe(0)
  await change(id, { available: 4 })
  expect(await write()).toBe(1)
})

test('a part that is archived is not for sale; put back on sale it is', async () => {
  const id = await soldOut()
  await ask(id, 'ann@example.com')
  await change(id, { available: 5, archived_at: new Date() })
  expect(await write()).toBe(0)
  expect(await waiting()).toHaveLength(1)
  await change(id, { archived_at: null })
  expect(await write()).toBe(1)
})

test('an address that asks twice, or twenty times at once, gets one mail and the same answer', async () => {
  const id = await soldOut()
  const answers = await Promise.all(Array.from({ length: 20 }, () => askAs(id, 'ann@example.com')))
  const again = await askAs(id, 'ann@example.com')
  const first = await askAs(id, 'new@example.com')
  for (const answer of [...answers, again]) {
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ email: 'ann@example.com' })
  }
  expect([first.statusCode, first.json()]).toEqual([200, { email: 'new@example.com' }])
  await change(id, { available: 1 })
  expect(await write()).toBe(2)
})

test('four instances at once write each mail once', async () => {
  const id = await soldOut()
  const at = new Date()
  const addresses = Array.from({ length: 350 }, (_, n) => `a${n}@example.com`)
  await shop.database.db
    .insertInto('stock_notices')
    .values(addresses.map((email) => ({ id: crypto.randomUUID(), product_id: id, email, created_at: at })))
    .execute()
  await change(id, { available: 1 })
  const written = await Promise.all([write(), write(), write(), write()])
  // an instance that finds the last notices taken ends; the next run writes what was left
  const left = await write()
  expect(written.reduce((sum, count) => sum + count, left)).toBe(addresses.length)
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(addresses.toSorted())
  expect(await waiting()).toEqual([])
})

test('a run that fails in the middle loses no notice and sends none twice', async () => {
  const id = await soldOut()
  for (const name of ['a', 'b', 'c']) await ask(id, `${name}@example.com`)
  await change(id, { available: 1 })
  const { links, ...rest } = noticeShop()
  let calls = 0
  const failing = {
    linkOf(digest: string) {
      calls += 1
      if (calls === 2) throw new Error('the process ends here')
      return links.linkOf(digest)
    },
  }
  await expect(writeNotices(shop.database.db, { ...rest, links: failing })).rejects.toThrow('ends here')
  expect(await mails()).toEqual([])
  expect(await waiting()).toHaveLength(3)
  expect(await write()).toBe(3)
  expect(await mails()).toHaveLength(3)
})

test('the link in the mail ends all notices to the address, by its button only', async () => {
  const [back, gone] = [await soldOut(), await soldOut()]
  for (const id of [back, gone]) await ask(id, 'ann@example.com')
  await ask(gone, 'ben@example.com')
  await change(back, { available: 1 })
  await write()
  const [mail] = await mails()
  const url = new RegExp(`${ORIGIN}(/notices/stop\\S+)`).exec(mail?.body ?? '')?.[1] ?? ''
  expect(url).not.toContain('ann')
  const page = await shop.call({ url })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<form method="post">')
  expect(await waiting()).toHaveLength(2)
  const stopped = await shop.call({ method: 'POST', url })
  expect(stopped.statusCode).toBe(200)
  expect(await waiting()).toEqual(['ben@example.com'])
  // whoever opens it again is told the same
  expect((await shop.call({ method: 'POST', url })).statusCode).toBe(200)
})

test('a link that was not signed for this stops nothing', async () => {
  const id = await soldOut()
  await ask(id, 'ann@example.com')
  const digest = 'a'.repeat(64)
  const link = (of: string) => of.slice(ORIGIN.length)
  const signed = link(noticeShop().links.linkOf(digest))
  const newsletter = createLeaveLinks({ origin: ORIGIN, secret }).linkOf(digest)
  for (const url of [
    signed.replace(/id=a/, 'id=b'),
    signed.replace(/signature=.*/, 'signature='),
    signed.replace(/&signature.*/, ''),
    `/notices/stop?${newsletter.split('?')[1]}`,
    `${signed}&id=${digest}`,
  ])
    for (const method of ['GET', 'POST'] as const)
      expect((await shop.call({ method, url })).statusCode, `${method} ${url}`).toBe(404)
  expect(await waiting()).toHaveLength(1)
})

test('an address waits for at most twenty parts, the newest', async () => {
  const ids: string[] = []
  for (let n = 0; n <= MAX_WAITING; n += 1) {
    const id = await soldOut()
    ids.push(id)
    await ask(id, 'ann@example.com')
    shop.clock.advance(1000)
  }
  const rows = await shop.database.db.selectFrom('stock_notices').select('product_id').execute()
  expect(new Set(rows.map(({ product_id }) => product_id))).toEqual(new Set(ids.slice(1)))
})

test('only a part that is not archived, and a whole address, can be asked for', async () => {
  const id = await soldOut()
  const archived = await insertProduct(shop.database.db, { available: 0, archived_at: new Date() })
  const outcomes = await Promise.all([
    askAs(archived, 'ann@example.com'),
    askAs(crypto.randomUUID(), 'ann@example.com'),
    askAs('x', 'ann@example.com'),
    askAs(id, 'ann'),
    askAs(id, ''),
    askAs(id, 'ann@example.com\nbcc: x@example.com'),
    askAs(id, `${'a'.repeat(400)}@example.com`),
  ])
  expect(outcomes.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 400, 400, 400, 400])
  expect(await waiting()).toEqual([])
})

test('a part that is for sale is refused, nothing is kept and no mail is written', async () => {
  const refused = async (fields: { available: number; minimum_order?: number }) => {
    const answer = await askAs(await insertProduct(shop.database.db, fields), 'stranger@example.com')
    return [answer.statusCode, answer.json().code, answer.json().message]
  }
  const forSale = [409, 'part_for_sale', 'This part is for sale: you can buy it now.']
  expect(await refused({ available: 3 })).toEqual(forSale)
  expect(await refused({ available: 4, minimum_order: 4 })).toEqual(forSale)
  expect(await waiting()).toEqual([])
  expect(await write()).toBe(0)
  expect(await mails()).toEqual([])
  // less than the minimum order cannot be bought
  const few = await insertProduct(shop.database.db, { available: 3, minimum_order: 4 })
  expect((await askAs(few, 'stranger@example.com')).statusCode).toBe(200)
})

test('one address is asked for thirty times an hour at most, from whichever network', async () => {
  const id = await soldOut()
  const send = (n: number, email = 'crowd@example.com') =>
    shop.call({
      method: 'POST',
      url: `/api/service/${id}/notice`,
      payload: { email },
      remoteAddress: `203.0.113.${n}`,
    })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => send(n)))
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(30)
  expect(codes.filter((code) => code === 429)).toHaveLength(10)
  expect((await send(99, 'Crowd@Example.com')).statusCode).toBe(429)
  expect((await send(1, 'other@example.com')).statusCode).toBe(200)
  shop.clock.advance(3_600_000)
  expect((await send(1)).statusCode).toBe(200)
})

test('an account takes its notices with it, those of others stay', async () => {
  const id = await soldOut()
  const person = await shop.signUp('Leaver')
  await ask(id, person.email)
  await ask(id, 'stays@example.com')
  const response = await shop.call({
    method: 'DELETE',
    url: `/api/user/${encodeURIComponent(person.email)}`,
    token: person.idToken,
  })
  expect(response.statusCode).toBe(200)
  expect(await waiting()).toEqual(['stays@example.com'])
})

test('notices are deleted after a year, and 90 days after their part was archived', async () => {
  const { db } = shop.database
  const [id, archived] = [await soldOut(), await soldOut()]
  const now = new Date('2027-06-01T12:00:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000)
  const notice = (email: string, product_id: string, days: number) => ({
    id: crypto.randomUUID(),
    email,
    product_id,
    created_at: daysAgo(days),
  })
  await db
    .insertInto('stock_notices')
    .values([notice('old', id, 366), notice('young', id, 364), notice('gone', archived, 100)])
    .execute()
  await change(archived, { archived_at: daysAgo(89) })
  await cleanUp(db, now, { demo: false })
  expect((await waiting()).toSorted()).toEqual(['gone', 'young'])
  await change(archived, { archived_at: daysAgo(91) })
  await cleanUp(db, now, { demo: false })
  expect(await waiting()).toEqual(['young'])
})

test('the forms that anybody can send are limited together', async () => {
  const limited = await openShop({ env: { FORMS_PER_HOUR: '2' } })
  try {
    const id = await insertProduct(limited.database.db, { available: 0 })
    const send = (email: string) =>
      limited.call({
        method: 'POST',
        url: `/api/service/${id}/notice`,
        payload: { email },
        remoteAddress: '203.0.113.7',
      })
    await limited.call({
      method: 'POST',
      url: '/api/newsletter',
      payload: { email: 'n@example.com' },
      remoteAddress: '203.0.113.7',
    })
    expect((await send('a@example.com')).statusCode).toBe(200)
    const refused = await send('b@example.com')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  } finally {
    await limited.close()
  }
})
