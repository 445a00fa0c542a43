import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#database/uuid.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

let store: TestStore
let admin: Person

beforeAll(async () => {
  store = await openTestStore({
    env: { REVIEWS_PER_DAY: '3', FORMS_PER_HOUR: '4' },
    start: new Date('2026-03-01T21:00:00.000Z'),
  })
  admin = await store.signUpAdmin()
})
afterAll(() => store.close())

const review = { name: 'Mina', description: 'Fits' }
const estimate = { name: 'Mina', email: 'Mina@Example.com' }
const post = (path: string, payload: object, extra: object = {}) =>
  store.call({ method: 'POST', url: `/api${path}`, payload, ...extra })

describe('a review', () => {
  test('an account writes a review, everyone reads it and an admin hides it', { tags: 'long' }, async () => {
    const { token } = await store.signUp()
    const made = await post('/review', { ...review, hidden: true, _id: newId(), userId: 'x' }, { token })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Mina',
      img: null,
      description: 'Fits',
      rating: 5,
      productId: null,
      createdAt: '2026-03-01T21:00:00.000Z',
    })
    const newest = async () => (await store.api.listReviews({ query: { limit: 1 } })).items[0]
    expect(await newest()).toEqual({ ...made.json(), productName: null })
    const params = { id: made.json()._id }
    expect(await admin.api.updateReview({ params, body: { hidden: true } })).toMatchObject({ hidden: true })
    expect(await newest()).toBeUndefined()
    const listed = async (hidden?: 'true' | 'false') =>
      (await admin.api.listAllReviews({ query: { hidden } })).items
    expect(await listed()).toEqual([{ ...made.json(), hidden: true, partIsSold: null }])
    expect([await listed('true'), await listed('false')]).toEqual([await listed(), []])
    const invalid = await store.call({ url: '/api/manage-review?hidden=maybe', token: admin.token })
    expect([invalid.statusCode, invalid.json().errors[0].path]).toEqual([400, 'hidden'])
    expect(await admin.api.updateReview({ params, body: { hidden: false } })).toMatchObject({ hidden: false })
    expect(await newest()).toEqual({ ...made.json(), productName: null })
  })

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(81)],
    ['description', ' '],
    ['description', 'x'.repeat(2001)],
    ['rating', 0],
    ['rating', 0.99],
    ['rating', 5.01],
    ['rating', 'NaN'],
    ['rating', '1e0'],
    ['rating', null],
    ['rating', [5]],
    ['img', 'javascript:alert(1)'],
    ['img', '//evil.example/x.png'],
    ['productId', 7],
  ])('a review with %s %j is rejected with the name of the field', async (field, value) => {
    const answer = await post('/review', { ...review, [field]: value }, { token: admin.token })
    expect([answer.statusCode, answer.json().errors?.[0].path]).toEqual([400, field])
  })

  test('a review of an unknown part gets 404', async () => {
    for (const productId of [newId(), 'x']) {
      expect((await post('/review', { ...review, productId }, { token: admin.token })).statusCode).toBe(404)
    }
  })

  test('a review beyond the daily limit gets the time until midnight; earlier idempotency keys still work', async () => {
    const person = await store.signUp()
    const write = (key?: string) =>
      post('/review', review, {
        token: person.token,
        headers: key ? { 'idempotency-key': key } : {},
      })
    const written = await Promise.all([write('a'), write('b'), write('a'), write('c'), write('b')])
    expect(written.map((answer) => answer.statusCode)).toEqual(Array(5).fill(201))
    expect(new Set(written.map((answer) => answer.json()._id)).size).toBe(3)
    const refused = await write('d')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'review_limit'])
    expect(refused.headers['retry-after']).toBe(String(3 * 3600))
    expect((await write('a')).statusCode).toBe(201)
  })

  test('writing a review requires an account, and hiding one an admin', async () => {
    const { token } = await store.signUp()
    const hide = { method: 'PATCH', url: `/api/review/${newId()}`, payload: { hidden: true } } as const
    expect((await post('/review', review)).statusCode).toBe(401)
    expect((await store.call(hide)).statusCode).toBe(401)
    expect((await store.call({ ...hide, token })).statusCode).toBe(403)
    expect((await store.call({ ...hide, token: admin.token })).statusCode).toBe(404)
    for (const hidden of ['true', 1, null, undefined]) {
      const answer = await store.call({ ...hide, token: admin.token, payload: { hidden } })
      expect([answer.statusCode, answer.json().errors?.[0].path]).toEqual([400, 'hidden'])
    }
  })
})

describe('an estimate request', () => {
  test('an estimate request is stored for admins, its address in lower case', async () => {
    const made = await post('/estimate', { ...estimate, note: '=1+1', quantity: '2', admin: true })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({ name: 'Mina', email: 'mina@example.com', note: '=1+1', phone: null })
    const { items } = await admin.api.listEstimates({ query: { limit: 1 } })
    expect(items).toEqual([made.json()])
  })

  test.each([
    ['name', ' '],
    ['email', 'mina'],
    ['email', ''],
    ['email', 'mina@localhost'],
    ['note', 'x'.repeat(2001)],
    ['quantity', 2],
  ])('an estimate request with %s %j is rejected with the name of the field', async (field, value) => {
    const answer = await post('/estimate', { ...estimate, [field]: value })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, field])
  })
})

describe('the newsletter', () => {
  test('known and new addresses get the same answer, in any case and with spaces around it', async () => {
    const answers = []
    for (const email of ['n@example.com', ' N@Example.COM ', 'n@example.com'])
      answers.push(await post('/newsletter', { email }))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect(answers.map((answer) => answer.json())).toEqual(Array(3).fill({ email: 'n@example.com' }))
    const [headers, ...others] = answers.map((answer) => ({ ...answer.headers, date: '' }))
    for (const other of others) expect(other).toEqual(headers)
    const { items } = await admin.api.listSubscribers()
    expect(items.map(({ email }) => email)).toEqual(['n@example.com'])
  })

  test.each([
    '',
    'n',
    'n@example',
    'n@@example.com',
    `${'n'.repeat(250)}@example.com`,
    null,
    ['n@example.com'],
  ])('the address %j is rejected', async (email) => {
    const answer = await post('/newsletter', { email })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'email'])
  })
})

test('forms from one public IP address share a limit, and loopback in a demo has none', async () => {
  const remoteAddress = '203.0.113.7'
  const codes: number[] = []
  for (let index = 0; index < 4; index++) {
    const path = index % 2 ? '/estimate' : '/newsletter'
    codes.push(
      (await post(path, { ...estimate, email: `f${index}@example.com` }, { remoteAddress })).statusCode,
    )
  }
  expect(codes).toEqual([200, 201, 200, 201])
  const refused = await post('/estimate', estimate, { remoteAddress })
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const forged = { remoteAddress, headers: { 'x-forwarded-for': '198.51.100.1' } }
  expect((await post('/estimate', estimate, forged)).statusCode).toBe(429)
  expect((await post('/estimate', estimate, { remoteAddress: '203.0.113.8' })).statusCode).toBe(201)
  for (let index = 0; index < 5; index++) expect((await post('/estimate', estimate)).statusCode).toBe(201)
})

test('only admins read estimate requests, subscribers and the overview', async () => {
  const { token } = await store.signUp()
  for (const path of ['/estimate', '/newsletter', '/overview']) {
    expect((await store.call({ url: `/api${path}` })).statusCode, path).toBe(401)
    expect((await store.call({ url: `/api${path}`, token })).statusCode, path).toBe(403)
    expect((await store.call({ url: `/api${path}`, token: admin.token })).statusCode, path).toBe(200)
  }
})
