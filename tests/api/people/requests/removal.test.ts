import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#database/uuid.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

const ORIGIN = 'https://shop.example'

let store: TestStore
let admin: Person
beforeAll(async () => {
  store = await openTestStore({ env: { PUBLIC_URL: ORIGIN, MAILS_PER_HOUR: '2' } })
  admin = await store.signUpAdmin()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.database.db.deleteFrom('subscribers').execute()
})

const subscribe = (email: string) => store.api.subscribe({ body: { email } })
const addresses = async () => (await admin.api.listSubscribers()).items.map(({ email }) => email)

async function mailsTo(email: string) {
  return store.database.db
    .selectFrom('mails')
    .select(['subject', 'body'])
    .where('recipient', '=', email)
    .orderBy('created_at', 'desc')
    .execute()
}

/** The path of the link by which a subscriber leaves, from the confirmation. */
async function linkOf(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  const link = new RegExp(`${ORIGIN}(/\\S+)`).exec(mail?.body ?? '')?.[1]
  if (!link) throw new Error('the mail has no link')
  return link
}

const leave = (url: string, type?: string, payload = '') =>
  store.call({ method: 'POST', url, payload, headers: type ? { 'content-type': type } : {} })

describe('an admin', () => {
  test('deletes an estimate request once, and no other', async () => {
    const ids = []
    for (const name of ['Ann', 'Ben'])
      ids.push((await store.api.requestEstimate({ body: { name, email: 'a@example.com' } }))._id)
    const [id = '', other] = ids
    const remove = () => store.call({ method: 'DELETE', url: `/api/estimate/${id}`, token: admin.token })
    expect((await remove()).json()).toEqual({ deletedCount: 1 })
    expect((await remove()).statusCode).toBe(404)
    expect((await admin.api.listEstimates()).items.map(({ _id }) => _id)).toEqual([other])
  })

  test('deletes a subscriber once, who may join again', async () => {
    await subscribe('gone@example.com')
    await subscribe('stays@example.com')
    const { items } = await admin.api.listSubscribers()
    const id = items.find(({ email }) => email === 'gone@example.com')?._id ?? ''
    expect(await admin.api.deleteSubscriber({ params: { id } })).toEqual({ deletedCount: 1 })
    const again = await store.call({ method: 'DELETE', url: `/api/newsletter/${id}`, token: admin.token })
    expect(again.statusCode).toBe(404)
    expect(await addresses()).toEqual(['stays@example.com'])
    await subscribe('gone@example.com')
    expect(await addresses()).toEqual(['gone@example.com', 'stays@example.com'])
  })

  test.each(['/estimate', '/newsletter'])(
    'gets 404 below %s for an unknown and a malformed id',
    async (path) => {
      for (const id of [newId(), 'x', 'export']) {
        const url = `/api${path}/${id}`
        expect((await store.call({ method: 'DELETE', url, token: admin.token })).statusCode).toBe(404)
      }
    },
  )

  test('exports all subscribers, each with the link by which they leave, and no formula', async () => {
    const names = ['=1+1@example.com', "'quoted@example.com", '+tag@example.com', 'plain@example.com']
    for (const email of names) await subscribe(email)
    const file = await store.call({ url: '/api/newsletter/export', token: admin.token })
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="subscribers.csv"',
    })
    const [head, ...lines] = file.body.trimEnd().split('\r\n')
    expect(head).toBe('email,createdAt,leave')
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      "'=1+1@example.com",
      "''quoted@example.com",
      "'+tag@example.com",
      'plain@example.com',
    ])
    for (const line of lines) {
      const url = line.split(',')[2]?.slice(ORIGIN.length) ?? ''
      expect((await leave(url)).statusCode).toBe(200)
    }
    expect(await addresses()).toEqual([])
  })
})

describe('the link in the confirmation mail', () => {
  test('shows a page when it is opened, as mail programs do, and leaves by its button', async () => {
    await subscribe('reader@example.com')
    const url = await linkOf('reader@example.com')
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const page = await store.call({ method, url })
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers['content-security-policy']).toContain("form-action 'self'")
      if (method === 'GET') expect(page.body).toContain('<form method="post">')
    }
    expect(await addresses()).toEqual(['reader@example.com'])
    const left = await leave(url, 'application/x-www-form-urlencoded')
    expect([left.statusCode, left.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await addresses()).toEqual([])
    expect((await leave(url)).statusCode).toBe(200)
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/plain', 'x'],
    [undefined, ''],
  ])('leaves by a POST of a mail program in %s', async (type, body) => {
    await subscribe('program@example.com')
    // the hour has no third mail
    const { items } = await admin.api.listSubscribers()
    const csv = await store.call({ url: '/api/newsletter/export', token: admin.token })
    const url = csv.body.split(ORIGIN)[1]?.trim() ?? ''
    expect(items).toHaveLength(1)
    expect((await leave(url, type, body)).statusCode).toBe(200)
    expect(await addresses()).toEqual([])
  })

  test('is refused when it was changed, or signed elsewhere', async () => {
    await subscribe('kept@example.com')
    const url = await linkOf('kept@example.com')
    const signature = new URL(url, ORIGIN).searchParams.get('signature') ?? ''
    const other = await openTestStore({ env: { PUBLIC_URL: ORIGIN } })
    for (const wrong of [
      url.replace(/id=[^&]+/, `id=${newId()}`),
      url.replace(signature, signature.slice(0, -2)),
      url.replace(signature, ''),
      url.replace(/&signature=.*/, ''),
      url.replace(/id=[^&]+&/, ''),
      url.replace(/id=/, 'id=x&id='),
    ]) {
      expect((await store.call({ url: wrong })).statusCode, wrong).toBe(404)
      expect((await leave(wrong)).statusCode, wrong).toBe(404)
    }
    expect((await other.call({ method: 'POST', url })).statusCode).toBe(404)
    await other.close()
    expect(await addresses()).toEqual(['kept@example.com'])
  })

  test('is mailed to a new address once, and within the mails of the hour', async () => {
    const email = 'flooded@example.com'
    for (let n = 0; n < 3; n += 1) await subscribe(email)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['You get the newsletter'])
    for (let n = 0; n < 4; n += 1) {
      await leave(await linkOf(email))
      await subscribe(email)
    }
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('says nothing of the address', async () => {
    await subscribe('secret.name@example.com')
    const url = await linkOf('secret.name@example.com')
    expect(url).not.toMatch(/secret|example/)
    expect((await store.call({ url })).body).not.toContain('secret')
  })
})
