import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointInput } from '#contract/platform/endpoint.ts'
import { type Settings, type saveSettings, settingKeys } from '#contract/store/settings/settings.ts'
import { settingsTexts as texts } from '#contract/store/settings/texts.ts'
import { connect } from '#database/open.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { openTestStore, type Person } from '../../../support/store.ts'

const env = {
  STORE_NAME: 'Gears',
  STORE_ADDRESS: '12 Foundry Lane',
  STORE_TAX_ID: 'CHE-1',
  STORE_PHONE: '+1 555 014 2280',
  STORE_LOCALE: 'en-US',
  STORE_TIME_ZONE: 'UTC',
  TAX_RATE: '7.7',
}

let shop: Shop
let admin: Person
let other: Person

beforeAll(async () => {
  shop = await openShop({ env })
  admin = await shop.staff('admin')
  other = await shop.staff('admin')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await save({ reset: [...settingKeys] })
})

type Change = EndpointInput<typeof saveSettings>['body']
const save = (body: Change, person = admin) => person.api.saveSettings({ body })
const history = async (limit = 20) => (await admin.api.listSettingsChanges({ query: { limit } })).items
const shown = async () => (await shop.api.getConfig()).store

/** Each setting with another value than the environment's. */
const changed: Settings = {
  name: 'Wheels',
  logo: '/uploads/0123456789abcdef-400.webp',
  accent: '#1f62b5',
  phone: '+49 30 901820',
  address: 'Werkstraße 4\n10115 Berlin',
  taxId: 'DE 123456789',
  taxRate: 19,
  locale: 'de-DE',
  timeZone: 'Europe/Berlin',
  hours: {
    week: [...Array(6).fill({ opens: '08:00', closes: '24:00' }), null],
    exceptions: [
      { date: '2026-12-24', name: 'Heiligabend', hours: { opens: '08:00', closes: '12:00' } },
      { date: '2026-12-25', name: 'Weihnachten', hours: null },
    ],
  },
  statistics: [
    { label: 'Filialen', value: '3' },
    { label: 'Teile', value: 'auto' },
  ],
}

describe('where a value comes from', () => {
  test('the environment’s holds until one was saved, and again once that was reset', async () => {
    const before = await admin.api.getSettings()
    expect(before.saved).toEqual([])
    expect(before.values).toEqual(before.defaults)
    expect(before.values).toMatchObject({
      name: 'Gears',
      address: '12 Foundry Lane',
      taxId: 'CHE-1',
      taxRate: 7.7,
    })

    const saved = await save(changed)
    expect(saved.values).toEqual(changed)
    expect(saved.defaults).toEqual(before.defaults)
    expect(saved.saved.map(({ key }) => key)).toEqual(settingKeys)
    const { taxRate: _, ...visible } = changed
    expect(await shown()).toMatchObject(visible)

    const reset = await save({ reset: ['name', 'taxRate'] })
    expect(reset.values).toEqual({ ...changed, name: 'Gears', taxRate: 7.7 })
    expect(reset.saved.map(({ key }) => key)).toEqual(
      settingKeys.filter((key) => key !== 'name' && key !== 'taxRate'),
    )
    expect((await shown()).name).toBe('Gears')
  })

  test('null and empty texts are values that somebody saved', async () => {
    await save({ logo: changed.logo, accent: changed.accent })
    const { values, saved } = await save({ logo: null, accent: null, hours: null, phone: '', statistics: [] })
    expect(values).toMatchObject({ logo: null, accent: null, hours: null, phone: '', statistics: [] })
    expect(saved.map(({ key }) => key)).toEqual(['logo', 'accent', 'phone', 'hours', 'statistics'])
  })

  test('a saved value holds after a restart, also with another environment; a setting that was not saved follows that', async () => {
    await save({ name: 'Wheels', taxRate: 19 })
    const on = { ...shop.database, close: async () => {} }
    const again = await openTestStore({ on, env: { ...env, STORE_NAME: 'Bolts', STORE_TAX_ID: 'CHE-2' } })
    expect((await again.api.getConfig()).store).toMatchObject({ name: 'Wheels', taxId: 'CHE-2' })
    expect(await again.settings.current()).toMatchObject({ taxRate: 19 })
    await again.close()
  })

  test('production has no phone, hours or statistics until they are saved', async () => {
    const production = await openTestStore({
      env: {
        STORE_MODE: 'production',
        PUBLIC_URL: 'https://parts.example',
        CARDS: 'off',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'shop@parts.example',
        TRUST_PROXY: 'false',
      },
    })
    expect(await production.settings.current()).toMatchObject({
      phone: '',
      address: '',
      hours: null,
      statistics: [],
    })
    await production.close()
  })

  test('a value that this version does not allow does not count, and a key that it does not know does no harm', async () => {
    const { pool } = shop.database
    await pool.query(`insert into settings (key, value, changed_at) values
      ('accent', '"reddish"', now()), ('name', '"Wheels"', now()), ('font', '"Serif"', now())`)
    await shop.settings.refresh()
    expect(await shown()).toMatchObject({ accent: null, name: 'Wheels' })
    const { values, saved } = await admin.api.getSettings()
    expect(values.accent).toBeNull()
    expect(saved.map(({ key }) => key)).toEqual(['name', 'accent'])
    await pool.query(`delete from settings where key = 'font'`)
  })
})

describe('what holds at once', () => {
  test('an order has the tax rate of its time', async () => {
    const taxed = await shop.order()
    expect(taxed.tax?.rate).toBe(7.7)
    await save({ taxRate: 0 })
    expect((await shop.order()).tax).toBeNull()
    await save({ taxRate: '19' })
    expect((await shop.order()).tax?.rate).toBe(19)
    const params = { id: taxed._id }
    expect((await admin.api.getOrder({ params })).tax?.rate).toBe(7.7)
  })

  test('the API’s documentation has the shop’s name', async () => {
    const title = async () => (await shop.call({ url: '/api/openapi.json' })).json().info.title
    expect(await title()).toBe('Gears API')
    await save({ name: 'Wheels <b>' })
    expect(await title()).toBe('Wheels <b> API')
    expect((await shop.call({ url: '/api/docs' })).payload).toContain('<h1>Wheels &lt;b&gt; API</h1>')
  })

  test('the day of a limit and of the overview begins in the saved time zone', async () => {
    const days = async () => (await admin.api.getOverview()).salesPerDay?.map(({ day }) => day)
    const dayIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone }).format(shop.clock.now())
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await save({ timeZone })
      expect((await days())?.at(-1)).toBe(dayIn(timeZone))
    }
    expect(dayIn('Pacific/Kiritimati')).not.toBe(dayIn('Pacific/Niue'))
  })

  test('a call that is a transaction reads stale settings on its own connection', async () => {
    const max = 3
    const { connection } = shop.database
    const on = await connect(connection, { maxConnections: max, log() {} }, async () => {})
    // each reader finds the settings two seconds old
    let time = 0
    const now = () => {
      time += 2000
      return time
    }
    const stale = await openTestStore({ on, cacheLife: { now } })
    const api = stale.apiWith((await shop.buyer()).token)
    const reviews = Array.from({ length: 2 * max }, (_, n) => {
      const body = { name: 'Ann', description: `Review ${n}`, img: null }
      return outcomeOf(api.createReview({ body }, { idempotencyKey: `review-${n}` }))
    })
    expect(new Set(await Promise.all(reviews))).toEqual(new Set(['accepted']))
    // with all connections in transactions, a read on another one would wait until that times out
    expect(on.busyCount()).toBe(0)
    await stale.close()
  }, 60_000)
})

describe('input', () => {
  const week = Array(7).fill(null)
  const refused: [path: string, body: Record<string, unknown>, message: string][] = [
    ['name', { name: '   ' }, texts.nameRequired],
    ['name', { name: null }, texts.nameRequired],
    ['name', { name: 'x'.repeat(81) }, 'Use at most 80 characters'],
    ['name', { name: 'Gears\u202Ednim' }, 'Use one line, without tabs and control characters'],
    ['logo', { logo: 'https://elsewhere.example/a.png' }, texts.logo],
    ['logo', { logo: '/uploads/../identity/outbox.png' }, texts.logo],
    ['accent', { accent: 'red' }, texts.accent],
    ['accent', { accent: '#e85a0' }, texts.accent],
    ['accent', { accent: '#e85a00;}' }, texts.accent],
    ['phone', { phone: '12' }, texts.phoneShort],
    ['phone', { phone: '1'.repeat(41) }, 'Use at most 40 characters'],
    ['phone', { phone: null }, texts.text],
    ['address', { address: 'x'.repeat(301) }, 'Use at most 300 characters'],
    ['address', { address: 'a\nb\nc\nd\ne\nf\ng' }, texts.addressLines],
    ['address', { address: 'a\tb' }, texts.addressLines],
    ['address', { address: { street: 'a' } }, texts.text],
    ['taxId', { taxId: 'a\nb' }, 'Use one line, without tabs and control characters'],
    ['taxRate', { taxRate: -1 }, texts.taxRate],
    ['taxRate', { taxRate: 100.01 }, texts.taxRate],
    ['taxRate', { taxRate: 7.777 }, texts.taxRate],
    ['taxRate', { taxRate: '7,7' }, texts.taxRate],
    ['taxRate', { taxRate: '' }, texts.taxRate],
    ['locale', { locale: 'en_US' }, texts.locale],
    ['locale', { locale: 'english' }, texts.locale],
    ['timeZone', { timeZone: 'Mars/Olympus' }, texts.timeZone],
    ['timeZone', { timeZone: '+01:00' }, texts.timeZone],
    ['hours', { hours: [] }, texts.hours],
    ['hours.week', { hours: { week: week.slice(1), exceptions: [] } }, texts.week],
    [
      'hours.week.0.opens',
      { hours: { week: [{ opens: '7:30', closes: '18:00' }, ...week.slice(1)], exceptions: [] } },
      texts.time,
    ],
    [
      'hours.week.6.closes',
      { hours: { week: [...week.slice(1), { opens: '18:00', closes: '18:00' }], exceptions: [] } },
      texts.closesLater,
    ],
    [
      'hours.exceptions.0.date',
      { hours: { week, exceptions: [{ date: '2026-02-30', name: 'X', hours: null }] } },
      texts.date,
    ],
    [
      'hours.exceptions.0.name',
      { hours: { week, exceptions: [{ date: '2026-02-03', name: '', hours: null }] } },
      texts.exceptionName,
    ],
    [
      'hours.exceptions',
      { hours: { week, exceptions: Array(2).fill({ date: '2026-02-03', name: 'X', hours: null }) } },
      texts.dateTwice,
    ],
    [
      'hours.exceptions',
      { hours: { week, exceptions: Array(21).fill({ date: '2026-02-03', name: 'X', hours: null }) } },
      texts.tooManyExceptions(20),
    ],
    [
      'statistics',
      { statistics: Array(5).fill({ label: 'Parts', value: 'auto' }) },
      texts.tooManyStatistics(4),
    ],
    ['statistics.0.value', { statistics: [{ label: 'Parts', value: ' ' }] }, texts.valueRequired],
    ['hours.exceptions', { hours: { week } }, texts.exceptions],
    ['hours.exceptions.0', { hours: { week, exceptions: ['X'] } }, texts.exceptions],
    ['statistics', { statistics: 'auto' }, texts.statistics],
    ['reset.0', { reset: ['currency'] }, texts.reset(settingKeys)],
    ['reset', { reset: 'name' }, texts.reset(settingKeys)],
    ['reset', { name: 'Wheels', reset: ['name'] }, texts.savedAndReset],
    ['', { currency: 'eur' }, texts.unknown(['currency'], settingKeys)],
  ]
  test.each(refused)('the error names %s of %j', async (path, body, message) => {
    // a valid setting beside it is not saved either
    const response = await shop.call({
      method: 'PATCH',
      url: '/api/settings',
      token: admin.token,
      payload: { ...('taxId' in body ? {} : { taxId: 'CHE-9' }), ...body },
    })
    expect([response.statusCode, response.json().errors]).toEqual([400, [{ path, message }]])
    expect((await admin.api.getSettings()).saved).toEqual([])
  })

  test('all invalid settings are named in one answer', async () => {
    const payload = { name: '', taxRate: 101, timeZone: 'Nowhere', phone: '+1 555' }
    const response = await shop.call({ method: 'PATCH', url: '/api/settings', token: admin.token, payload })
    expect(response.json().errors.map(({ path }: { path: string }) => path)).toEqual([
      'name',
      'taxRate',
      'timeZone',
    ])
    expect((await admin.api.getSettings()).saved).toEqual([])
  })

  test('texts are trimmed, an address loses empty lines, a colour is written in lower case', async () => {
    const { values } = await save({
      name: '  Wheels ',
      address: ' 1 Road \r\n\r\n Town\r',
      accent: '#E85A00',
      phone: ' ',
    })
    expect(values).toMatchObject({ name: 'Wheels', address: '1 Road\nTown', accent: '#e85a00', phone: '' })
  })

  test('all the time zones and many locales that a browser offers are allowed', async () => {
    for (const timeZone of ['UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
      expect((await save({ timeZone })).values.timeZone).toBe(timeZone)
    for (const locale of ['de', 'en-GB', 'pt-BR', 'ar-EG', 'zh-Hant-TW'])
      expect((await save({ locale })).values.locale).toBe(locale)
  })
})

describe('history', () => {
  test('a save has one entry with who, when, before and after, and one row in the audit for each setting', async () => {
    await save({ name: 'Wheels' })
    shop.clock.advance(60_000)
    await save({ name: 'Bolts', taxRate: 19, accent: '#1f62b5' }, other)
    const [newest, first] = await history()
    const at = shop.clock.now().toISOString()
    expect(newest).toMatchObject({
      at,
      by: { email: other.email, displayName: 'Test admin' },
      keys: ['name', 'accent', 'taxRate'],
      before: { name: 'Wheels' },
      after: { name: 'Bolts', accent: '#1f62b5', taxRate: 19 },
    })
    expect(newest?.before).toEqual({ name: 'Wheels' })
    expect(first).toMatchObject({
      by: { email: admin.email },
      keys: ['name'],
      before: {},
      after: { name: 'Wheels' },
    })

    const rows = await shop.database.db
      .selectFrom('audit')
      .innerJoin('users', 'users.id', 'actor_id')
      .select(['field', 'before', 'after', 'at', 'email'])
      .where('entity', '=', 'setting')
      .where('entity_id', '=', newest?._id ?? '')
      .orderBy('audit.id')
      .execute()
    const made = { at: shop.clock.now(), email: other.email }
    expect(rows).toEqual([
      { ...made, field: 'name', before: '"Wheels"', after: '"Bolts"' },
      { ...made, field: 'accent', before: null, after: '"#1f62b5"' },
      { ...made, field: 'taxRate', before: null, after: '19' },
    ])
    const { saved } = await admin.api.getSettings()
    expect(saved.find(({ key }) => key === 'name')).toEqual({
      key: 'name',
      at,
      by: { email: other.email, displayName: 'Test admin' },
    })
  })

  test('what is the same already is no change', async () => {
    await save(changed)
    const before = await history(1)
    await save(changed)
    await save({ hours: structuredClone(changed.hours) })
    await save({})
    await save({ reset: [] })
    expect(await history(1)).toEqual(before)
  })

  test('an entry without one was saved by nobody, and a deleted account leaves its changes without a name', async () => {
    const leaving = await shop.staff('admin')
    await save({ name: 'Wheels' }, leaving)
    await admin.api.demoteUser({ params: { email: leaving.email } })
    await shop.apiWith(leaving.idToken).deleteAccount({ params: { email: leaving.email } })
    expect((await history(1))[0]?.by).toEqual({ email: null, displayName: null })
    const { saved } = await admin.api.getSettings()
    expect(saved[0]?.by).toEqual({ email: null, displayName: null })
  })

  test('all entries are listed once, page by page', async () => {
    for (let n = 0; n < 7; n += 1) await save({ name: `Shop ${n}`, phone: `+1 555 ${n}` })
    const all = (await history(1000)).map(({ _id }) => _id)
    const paged: string[] = []
    let after: string | undefined
    do {
      const page = await admin.api.listSettingsChanges({ query: { limit: 3, ...(after ? { after } : {}) } })
      paged.push(...page.items.map(({ _id }) => _id))
      after = page.next ?? undefined
    } while (after)
    expect(paged).toEqual(all)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('taking a change back', () => {
  const takeBack = (id: string | undefined, person = admin) =>
    person.api.takeBackSettings({ params: { id: id ?? '' } })

  test('restores the values from before it, is a change of its own, and can be taken back itself', async () => {
    await save({ name: 'Wheels', phone: '+1 555 1' })
    await save({ name: 'Bolts', phone: '+1 555 2', logo: changed.logo })
    const [bad] = await history(1)
    const { values } = await takeBack(bad?._id, other)
    expect(values).toMatchObject({ name: 'Wheels', phone: '+1 555 1', logo: null })
    expect(await shown()).toMatchObject({ name: 'Wheels', phone: '+1 555 1', logo: null })
    const [taken] = await history(1)
    expect(taken).toMatchObject({ by: { email: other.email }, before: bad?.after, after: bad?.before })
    expect((await takeBack(taken?._id)).values).toMatchObject({ name: 'Bolts', logo: changed.logo })
  })

  test('of the first save gives the environment’s value again', async () => {
    await save({ name: 'Wheels' })
    const [first] = await history(1)
    const { values, saved } = await takeBack(first?._id)
    expect([values.name, saved]).toEqual(['Gears', []])
    // and once more changes nothing
    const before = await history(1)
    await takeBack(first?._id)
    expect(await history(1)).toEqual(before)
  })

  test('an unknown change, and the id of another kind of change, are not found', async () => {
    const part = await shop.part()
    await admin.api.deleteProduct({ params: { id: part._id } })
    for (const id of ['0193e5a0-1111-7abc-8def-0123456789ab', part._id, 'nonsense'])
      expect(await outcomeOf(takeBack(id))).toBe('404 not_found')
  })

  test('a value that is no longer allowed is refused with its name', async () => {
    await save({ accent: '#1f62b5' })
    const id = '0193e5a0-9999-7abc-8def-0123456789ab'
    await shop.database.pool.query(
      `insert into audit (at, entity, entity_id, field, before, after) values (now(), 'setting', $1, 'accent', '"reddish"', null)`,
      [id],
    )
    await expect(takeBack(id)).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'accent', message: texts.accent }],
    })
    expect((await shown()).accent).toBe('#1f62b5')
  })
})

describe('at the same time', () => {
  test('two people who save different settings both win', async () => {
    for (let n = 0; n < 10; n += 1) {
      const name = `Shop ${n}`
      const taxId = `CHE-${n}`
      await Promise.all([save({ name }), save({ taxId }, other)])
      expect((await admin.api.getSettings()).values).toMatchObject({ name, taxId })
    }
  })

  test('of the same setting the later one wins, and each names what was there before', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Shop ${n}`)
    await Promise.all(names.map((name, n) => save({ name }, n % 2 === 0 ? admin : other)))
    const entries = (await history(names.length)).toReversed()
    expect(entries.map(({ after }) => after.name).toSorted()).toEqual(names.toSorted())
    const chain = entries.map(({ after }) => after.name)
    expect(entries.map(({ before }) => before.name)).toEqual([undefined, ...chain.slice(0, -1)])
    const { values } = await admin.api.getSettings()
    expect(values.name).toBe(chain.at(-1))
    expect((await shown()).name).toBe(chain.at(-1))
  })

  test('several settings change together: no reader sees a part of a save', async () => {
    const seen: { name: string; phone: string }[] = []
    let isSaving = true
    const reading = (async () => {
      while (isSaving) {
        const { name, phone } = await shop.settings.refresh()
        if (name !== 'Gears') seen.push({ name, phone })
      }
    })()
    const wanted = Array.from({ length: 8 }, (_, n) => ({ name: `Shop ${n}`, phone: `+1 555 ${n}` }))
    for (const body of wanted) await save(body)
    isSaving = false
    await reading
    expect(seen.length).toBeGreaterThan(0)
    for (const read of seen) expect(wanted).toContainEqual(read)
  })
})
