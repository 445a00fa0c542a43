import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { orderBody } from '#demo/purchase.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person
let part: Product

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
  part = await shop.part()
})
afterAll(() => shop.close())

const json = { 'content-type': 'application/json' }
const postOrder = (payload: string | Buffer, headers: Record<string, string> = json) =>
  shop.call({ method: 'POST', url: '/api/order', token: buyer.token, headers, payload })
const orderWith = (changes: object) => JSON.stringify({ ...orderBody([{ part }], buyer), ...changes })
const codeOf = (response: { statusCode: number; json(): { code: string } }) =>
  `${response.statusCode} ${response.json().code}`

describe('request bodies', () => {
  const bodies: [string, () => string | Buffer, string][] = [
    ['malformed JSON', () => '{"price":', '400 malformed_json'],
    ['bytes that are no UTF-8', () => Buffer.from([0x7b, 0xff, 0x7d]), '400 malformed_json'],
    ['an array for an object', () => '[1]', '400 invalid_request'],
    ['a text for an object', () => '"x"', '400 invalid_request'],
    ['nothing at all', () => '', '400 invalid_request'],
    ['a depth of 10,000', () => `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, '400 invalid_request'],
    ['NUL in a text', () => orderWith({ address: 'a\0b' }), '400 invalid_request'],
    [
      'a lone surrogate',
      () => orderWith({ address: '\ud800' }).replace('\ud800', '\\ud800'),
      '400 invalid_request',
    ],
    ['NUL in an unknown field', () => orderWith({ extra: { deep: ['\0'] } }), '400 invalid_request'],
    [
      'more than 100 KB',
      () => orderWith({ pad: '' }).replace('"pad":""', `"pad":"${'x'.repeat(102_400)}"`),
      '413 body_too_large',
    ],
  ]
  test.each(bodies)('%s', async (_name, body, outcome) => {
    expect(codeOf(await postOrder(body()))).toBe(outcome)
  })

  test('the wrong content type is 415, and an anonymous caller gets 401 before the body is read', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(codeOf(await postOrder('a=b', form))).toBe('415 unsupported_media_type')
    for (const type of ['text/xml', 'text/plain', 'application/octet-stream']) {
      expect(codeOf(await postOrder('<a/>', { 'content-type': type }))).toBe('415 unsupported_media_type')
    }
    const anonymous = await shop.call({ method: 'POST', url: '/api/order', headers: json, payload: '{' })
    expect(codeOf(anonymous)).toBe('401 unauthenticated')
  })

  test('__proto__ and constructor in a body are ignored', async () => {
    const response = await postOrder(
      orderWith({}).replace('{', '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}},'),
    )
    expect(response.statusCode).toBe(201)
    expect(Object.hasOwn(response.json(), 'role')).toBe(false)
    expect(Reflect.get({}, 'role')).toBeUndefined()
  })

  test('role, email and disabled are ignored in a change of a profile', async () => {
    const url = `/api/user/${buyer.email}`
    const payload = {
      education: 'Mechanic',
      role: 'admin',
      uid: 'x',
      email: 'other@example.com',
      disabled: true,
    }
    const response = await shop.call({ method: 'PATCH', url, token: buyer.token, payload })
    expect(response.json()).toMatchObject({
      education: 'Mechanic',
      role: 'user',
      email: buyer.email,
      disabled: false,
    })
  })
})

describe('numbers in requests', () => {
  const quantities = [
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
    ' 3',
    '3 ',
    '1,000',
    '١',
    '--1',
    1.5,
    Number.NaN,
    {},
    [],
    true,
  ]
  test.each(quantities)('the quantity %j is rejected', async (quantity) => {
    const response = await postOrder(orderWith({ quantity }))
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0].path).toBe('quantity')
  })

  test.each([-1, 0, 12.555, '1e308', 1e308, 'free', null, '12.5.0'])(
    'the price %j of a part is rejected',
    async (price) => {
      const response = await shop.call({
        method: 'POST',
        url: '/api/service',
        token: admin.token,
        payload: {
          productName: 'Cap',
          price,
          minimumOrder: 1,
          availableQuantity: 1,
          img: '/drawings/piston.svg',
        },
      })
      expect(response.statusCode, response.payload).toBe(400)
      expect(response.json().errors[0].path).toBe('price')
    },
  )
})

describe('addresses of requests', () => {
  const paths: [string, number][] = [
    ['/api/service/%00', 404],
    ["/api/service/';drop table products;--", 404],
    ['/api/service/..%2f..%2fetc%2fpasswd', 404],
    ['/api/service/%e0%a4%a', 404],
    ['/api/nothing', 404],
    [`/api/service/${'x'.repeat(200)}`, 404],
    ['/api/service?limit=0', 400],
    ['/api/service?limit=1001', 400],
    ['/api/service?limit=ten', 400],
    ['/api/service?limit=1&limit=2', 400],
    ['/api/service?after=nonsense', 400],
    ['/api/service?sort=price;drop', 400],
    ['/api/service?category=bananas', 400],
    ['/api/service?q=%00', 400],
    [`/api/service?q=${'x'.repeat(201)}`, 400],
    ['/api/service?q=%27%20or%201=1%20--%20%25_%5C&category=tools', 200],
    ['/uploads/..%2f..%2fpackage.json', 404],
    ['/uploads/%2e%2e/%2e%2e/package.json', 404],
    ['/assets/../package.json', 404],
  ]
  test.each(paths)('%s returns %i', async (url, status) => {
    const response = await shop.call({ url })
    expect(response.statusCode, response.payload).toBe(status)
  })

  test('an email address of 255 characters is 400, before its owner is checked', async () => {
    const email = `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(7)}.com`
    expect(email.length).toBe(255)
    const response = await shop.call({ url: `/api/user/${encodeURIComponent(email)}`, token: buyer.token })
    expect(codeOf(response)).toBe('400 invalid_request')
  })
})

describe('encoded words (RFC 2047) in email addresses, which a mail server may decode', () => {
  const encoded = [
    '=?utf-8?q?collab=40evil.test=3e=20?=foo@x.test',
    '=?x?=@x.test',
    'a=?utf-8?b?Y29sbGFiQGV2aWwudGVzdA==?=@x.test',
  ]
  test.each(encoded)('%s is invalid here and at the identity provider', async (email) => {
    const response = await shop.call({ method: 'POST', url: '/api/newsletter', payload: { email } })
    expect(response.statusCode, response.payload).toBe(400)
    expect(response.json().errors).toEqual([{ path: 'email', message: 'Provide a valid Email' }])
    const signUp = await shop.call({
      method: 'POST',
      url: `/identity/v1/accounts:signUp?key=${shop.config.identity.apiKey}`,
      payload: { email, password: 'a-good-password' },
    })
    expect([signUp.statusCode, signUp.json().error.message]).toEqual([400, 'INVALID_EMAIL'])
  })

  test.each(['a=?b@x.test', '=?=@x.test', 'who?=what@x.test'])(
    '%s has no encoded word and is a valid email address',
    async (email) => {
      const response = await shop.call({ method: 'POST', url: '/api/newsletter', payload: { email } })
      expect(response.statusCode, response.payload).toBe(200)
    },
  )
})

describe('texts', () => {
  const texts = [
    '<script>alert(1)</script>',
    "Robert'); DROP TABLE orders;--",
    '‮evil',
    '😀'.repeat(20),
    '=HYPERLINK("x")',
  ]
  test.each(texts)('%j is accepted unchanged', async (address) => {
    const response = await postOrder(orderWith({ address }))
    expect(response.json().address).toBe(address)
  })

  test('combining characters are composed', async () => {
    const response = await postOrder(orderWith({ address: 'Cafe\u0301 Street' }))
    expect(response.json().address).toBe('Café Street')
  })
})

describe('picture addresses', () => {
  const refused = [
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
    '//evil.example/x.png',
    '/\\evil.example',
    'ftp://x/y.png',
    'x.png',
    '',
  ]
  test.each(refused)('%j is an invalid picture address', async (img) => {
    const response = await shop.call({
      method: 'POST',
      url: '/api/service',
      token: admin.token,
      payload: { productName: 'Cap', price: 3, minimumOrder: 1, availableQuantity: 1, img },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0].path).toBe('img')
  })
})

describe('response headers', () => {
  test('responses have security headers and show no stack trace, SQL or database name', async () => {
    for (const url of ['/api/service', '/api/manage', '/healthz', '/api/nothing']) {
      const { headers, payload } = await shop.call({ url })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(payload).not.toMatch(/node_modules|\.ts:|select |postgres/i)
    }
  })
})
