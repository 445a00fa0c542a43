import type { Random } from './random.ts'
import { type HostileRequest, RawText } from './request.ts'
import { hostileText, hostileValue } from './values.ts'

/** `longest`: about how long generated texts are at most; broken bodies and headers may be longer. `tokens` may replace that of a request. */
export type DamageOptions = { random: Random; longest: number; tokens: string[] }
type Damage = (request: HostileRequest, options: DamageOptions) => void

/** Damages about nine of ten requests, each one to three times; the others reach the code behind the checks. */
export function damageRequest(request: HostileRequest, options: DamageOptions): void {
  const { random } = options
  if (random.chance(0.1)) return
  const damages = [...generalDamages, ...(request.body === undefined ? [] : bodyDamages)]
  for (let times = random.pick([1, 1, 1, 2, 3]); times > 0; times -= 1) {
    const [name, damage] = random.pick(damages)
    damage(request, options)
    request.damages.push(name)
  }
}

// entries that are repeated are chosen more often
const bodyDamages: [string, Damage][] = [
  ['a value', replaceValue],
  ['a value', replaceValue],
  ['a value', replaceValue],
  ['a value', replaceValue],
  [
    'a field removed',
    (request, { random }) => changeObject(request, random, (object, key) => delete object[key]),
  ],
  [
    'a field added or replaced',
    (request, { random, longest }) =>
      changeObject(request, random, (object) => {
        const names = [
          '_id',
          'role',
          'admin',
          'status',
          'paid',
          'constructor',
          'toString',
          'length',
          hostileText(random, 100),
        ]
        object[random.pick(names)] = hostileValue(random, longest)
      }),
  ],
  ['the body replaced', replaceBody],
  ['hostile JSON', replaceByHostileJson],
  [
    'another content type',
    (request, { random }) => {
      const types = [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'application/json',
        'image/png',
      ]
      const odd = [
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'text/csv',
        '',
        ';;',
        'a/b/c',
      ]
      request.headers['content-type'] = random.pick([...types, ...odd])
    },
  ],
  [
    'no content type',
    (request) => {
      delete request.headers['content-type']
    },
  ],
  [
    'no body',
    (request) => {
      request.body = Buffer.alloc(0)
    },
  ],
]

const generalDamages: [string, Damage][] = [
  ['the path', damagePath],
  ['the path', damagePath],
  ['the query', damageQuery],
  ['the query', damageQuery],
  ['a header', damageHeaders],
  ['a header', damageHeaders],
  [
    'the token',
    (request, options) => {
      request.headers.authorization = tamperToken(request.headers.authorization ?? 'Bearer x', options)
    },
  ],
  [
    'the method',
    (request, { random }) => {
      const methods = [
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'PURGE',
        'LOCK',
      ]
      request.method = random.pick(methods)
    },
  ],
]

function replaceValue(request: HostileRequest, { random, longest }: DamageOptions): void {
  if (isRaw(request.body)) {
    request.body = Buffer.from(hostileText(random, longest))
    return
  }
  if (typeof request.body === 'string') {
    const fields = new URLSearchParams(request.body)
    const names = [...fields.keys()]
    if (names.length > 0) fields.set(random.pick(names), hostileText(random, longest).toWellFormed())
    request.body = fields.toString()
    return
  }
  changeObject(request, random, (object, key) => {
    object[key] = hostileValue(random, longest)
  })
}

/** Changes a field of the body, or of an object directly in it; a body without fields is unchanged. */
function changeObject(
  { body }: HostileRequest,
  random: Random,
  change: (object: Record<string, unknown>, key: string) => void,
): void {
  if (!isObject(body)) return
  const keys = Object.keys(body)
  if (keys.length === 0) return
  const key = random.pick(keys)
  const inner = body[key]
  if (isObject(inner) && Object.keys(inner).length > 0 && random.chance(0.5))
    change(inner, random.pick(Object.keys(inner)))
  else change(body, key)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value)
}

function isRaw(value: unknown): boolean {
  return Buffer.isBuffer(value) || value instanceof RawText
}

function replaceBody(request: HostileRequest, { random, longest }: DamageOptions): void {
  const { body } = request
  const forms = [[body], [], null, 1, 'text', true, { body }, Object.entries(isObject(body) ? body : {})]
  request.body = random.chance(0.7) ? random.pick(forms) : hostileValue(random, longest)
}

function replaceByHostileJson(request: HostileRequest, { random }: DamageOptions): void {
  const text = isObject(request.body) ? JSON.stringify(request.body) : '{"a":1}'
  const inner = text.slice(1)
  request.body = random.pick([
    new RawText(text.slice(0, -1)),
    new RawText(`${text}${text}`),
    new RawText(`{"__proto__":{"role":"admin"},${inner}`),
    new RawText(`{"constructor":{"prototype":{"role":"admin"}},${inner}`),
    new RawText(text.replace(/\}$/, `,${inner}`)),
    new RawText(text.replace(/:[^,}]*/, ':NaN')),
    new RawText(text.replaceAll('"', "'")),
    new RawText(`\ufeff${text}`),
    new RawText('['.repeat(50_000)),
    new RawText(`{"a":`.repeat(10_000)),
    new RawText(`${'['.repeat(40_000)}${']'.repeat(40_000)}`),
    new RawText(`{${Array.from({ length: 5000 }, (_, index) => `"k${index}":1`).join(',')}}`),
    new RawText(text.replace(/"([^"]+)":/, '"\\ud800":')),
    new RawText(`{"price":1e${'9'.repeat(5000)}}`),
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('}')]),
  ])
}

const SEGMENTS = [
  '%2e%2e',
  '..',
  '.',
  '%00',
  '%ff',
  '%zz',
  '%',
  '',
  '%2f',
  '%5c',
  '\\',
  '\\..\\',
  '%c0%ae',
  ';a=b',
  '%u0041',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '0',
  '%F0%9F%9B%9E',
  '%ED%A0%80',
  '*',
  ':id',
  '%0d%0aX:%20y',
  '%e2%80%ae',
]

function damagePath({ path }: HostileRequest, { random, longest }: DamageOptions): void {
  const at = random.below(path.length + 1)
  const text = () => encodeURIComponent(hostileText(random, Math.min(longest, 3000)).toWellFormed())
  const segment = random.chance(0.7) ? random.pick(SEGMENTS) : text().slice(0, 6000)
  // the last segment is replaced most often: it is an id or selects the route
  if (random.chance(0.5) && path.length > 1) path[path.length - 1] = segment
  else if (random.chance(0.5)) path.splice(at, 0, segment)
  else path[Math.min(at, path.length - 1)] = segment
}

function damageQuery({ query }: HostileRequest, { random, longest }: DamageOptions): void {
  const names = [
    'limit',
    'after',
    'q',
    'sort',
    'category',
    'brand',
    'minPrice',
    'maxPrice',
    'inStock',
    'email',
    'key',
  ]
  const own = query.map(([name]) => name).filter(Boolean)
  const name = own.length > 0 && random.chance(0.6) ? random.pick(own) : random.pick(names)
  const text = encodeURIComponent(hostileText(random, Math.min(longest, 3000)).toWellFormed()).slice(0, 8000)
  const odd: [string, string][] = [
    ['', ''],
    ['', '&&=&='],
    ['', '?'],
    ['', '%ff=%00'],
    ['', '__proto__[a]=1'],
    [`${name}[]`, '1'],
    [name, '%zz'],
    [name, '%ff'],
    [name, ''],
    ['', name],
    [`${name}[a][b]`, '1'],
  ]
  const kind = random.below(4)
  if (kind === 0) query.push(random.pick(odd))
  else if (kind === 1) query.push([name, text], [name, text.slice(0, 20)])
  else if (kind === 2) query.splice(0, query.length, [name, text])
  else for (let times = 200; times > 0; times -= 1) query.push([name, String(times)])
}

function damageHeaders({ headers }: HostileRequest, { random }: DamageOptions): void {
  const choices = oddHeaders(random.pick([10, 200, 1000, 12_000]), random)
  const name = random.pick(Object.keys(choices))
  headers[name] = random.pick(choices[name] ?? [''])
}

/** Values of headers that often cause errors; `long` is the approximate length of the long ones. */
function oddHeaders(long: number, random: Random): Record<string, string[]> {
  return {
    'accept-encoding': [
      'br',
      'gzip',
      'br;q=0',
      '*',
      'br;q=x',
      `,br${' '.repeat(long)}x`,
      'gzip,'.repeat(long / 5),
      ';;;',
    ],
    accept: ['text/html', '*/*', 'application/json;q=0', `${'a/b,'.repeat(long / 4)}`, '///'],
    'accept-language': ['de', '*', `${'en;q=0.1,'.repeat(long / 9)}`],
    range: [
      'bytes=0-0',
      'bytes=-1',
      'bytes=5-1',
      'bytes=99999999-',
      `bytes=${'0-0,'.repeat(long / 4)}1-2`,
      'items=1',
      'bytes=x',
    ],
    'if-none-match': ['*', '""', 'W/"x"', `${'"a",'.repeat(long / 4)}"b"`, 'x'],
    'if-modified-since': ['Mon, 01 Jan 2001 00:00:00 GMT', 'never', `${'9'.repeat(long)}`],
    'idempotency-key': [
      'key',
      ' ',
      'a'.repeat(201),
      'a b',
      '\u00e4',
      'k'.repeat(long),
      `k${random.below(5)}`,
    ],
    'user-agent': [
      `Version/${'1'.repeat(long)}`,
      'Mozilla/5.0 (',
      '('.repeat(long),
      `Version/1 ${'Safari'.repeat(long / 6)}`,
    ],
    'x-forwarded-for': ['1.2.3.4', `${'1.2.3.4,'.repeat(long / 8)}`, 'unknown', '::1', '"'],
    'x-forwarded-proto': ['https', 'javascript'],
    'content-encoding': ['gzip', 'br', 'identity', 'x'],
    'content-type': ['application/json', 'application/json;charset=x', 'text/html', `a/${'b'.repeat(long)}`],
    'stripe-signature': ['t=1,v1=x', 't=,v1=', `t=1${',v1=a'.repeat(long / 5)}`, ''],
    'stripe-version': ['2020-08-27', 'x', '9'.repeat(long)],
    cookie: ['a=b', `${'a=b;'.repeat(long / 4)}`, '=', '__proto__=1'],
    origin: ['null', 'http://evil.example', 'http://localhost:3000', '://'],
    'sec-fetch-site': ['cross-site', 'x'],
    expect: ['100-continue'],
    prefer: ['x'.repeat(long)],
    authorization: [
      'Basic Og==',
      'Basic %%%',
      'Bearer',
      `Bearer ${'a'.repeat(long)}`,
      'Negotiate x',
      `Bearer ${'.'.repeat(long)}`,
    ],
  }
}

/** The token of the request or another one, mostly modified, after one of several schemes or none. */
function tamperToken(header: string, { random, tokens }: DamageOptions): string {
  const token = random.chance(0.5) ? header.replace(/^Bearer /, '') : random.pick(tokens)
  const [head = '', payload = '', signature = ''] = token.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const tampered = [
    token.slice(0, -2),
    `${token}.`,
    `${head}.${payload}.`,
    `${none}.${payload}.`,
    `${head}.${head}.${signature}`,
    `${head}.${Buffer.from('{"sub":"x","exp":1e99}').toString('base64url')}.${signature}`,
    token,
    '',
    '...',
    '=',
    'null',
  ]
  return `${random.pick(['Bearer ', 'bearer ', 'Bearer  ', 'Basic ', ''])}${random.pick(tampered)}`
}
