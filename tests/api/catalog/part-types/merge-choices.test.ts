import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Import } from '#contract/catalog/imports/imports.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { apply, csv, dryRun, settled, undo, upload } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop?.close())

let made = 0
/** An attribute of its own for each test, a choice of three, and a type with it. */
let key = ''
let type = ''
const names = ['grey', 'gray', 'red']
beforeEach(async () => {
  made += 1
  key = `paint_${made}`
  type = `fender-${made}`
  const choices = names.map((name) => ({ key: name, name }))
  await admin.api.saveAttribute({ params: { key }, body: { name: `Paint ${made}`, kind: 'choice', choices } })
  const attributes = [key, 'diameter'].map((one) => ({
    key: one,
    inTable: true,
    inFilter: true,
    inTitle: false,
  }))
  const body = { name: `Fender ${made}`, plural: `Fenders ${made}`, category: 'body', attributes }
  await admin.api.savePartType({ params: { key: type }, body })
})

let parts = 0
async function painted(paint: string | null, others: object = {}): Promise<Product> {
  parts += 1
  const attributes = { ...(paint !== null && { [key]: paint }), ...others }
  return shop.part({ partNumber: `FENDER-${parts}`, category: 'body', type, attributes })
}

const merge = (choice = 'gray', into = 'grey') =>
  admin.api.mergeChoices({ params: { key }, body: { choice, into } })
const paint = ({ _id }: Pick<Product, '_id'>, value: string) =>
  admin.api.updateProduct({ params: { id: _id }, body: { attributes: { [key]: value } } })

/** The value that is stored, also of an archived part. */
async function paintOf({ _id }: Pick<Product, '_id'>): Promise<string | null> {
  const { attributes } = await shop.database.db
    .selectFrom('products')
    .select('attributes')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const value = attributes[key]
  return value === undefined ? null : String(value)
}
const choicesNow = async () => {
  const { attributes } = await shop.api.getCatalogue()
  return attributes.find((one) => one.key === key)?.choices.map((choice) => choice.key)
}
const facetCounts = async () => {
  const { rows } = await shop.database.pool.query<{ facet: string; parts: number }>(
    `select facet, sum(parts)::int as parts
     from (table facet_value_counts union all table facet_value_changes) as changes
     where facet like $1 || '=%' group by facet having sum(parts) <> 0 order by facet`,
    [key],
  )
  return Object.fromEntries(rows.map(({ facet, parts }) => [facet.slice(key.length + 1), parts]))
}

test('parts with the choice get the other one, archived ones too, and the choice is removed', async () => {
  const had = await painted('gray', { diameter: 12 })
  const sold = await painted('gray')
  await admin.api.deleteProduct({ params: { id: sold._id } })
  const others = [await painted('grey'), await painted('red'), await painted(null)]
  expect(await merge()).toEqual({ changedParts: 2 })
  expect(await Promise.all([had, sold, ...others].map(paintOf))).toEqual([
    'grey',
    'grey',
    'grey',
    'red',
    null,
  ])
  expect((await shop.api.getProduct({ params: { id: had._id } })).attributes).toMatchObject([
    { key, value: 'grey', text: 'grey' },
    { key: 'diameter', value: 12 },
  ])
  expect(await choicesNow()).toEqual(['grey', 'red'])
})

test('counts, filters and cached pages follow at once', async () => {
  for (const value of ['gray', 'gray', 'grey', 'red']) await painted(value)
  const listed = async (value: string) => {
    const { items } = await shop.api.listProducts({ query: { type, attributes: `${key}=${value}` } })
    return items.length
  }
  // twice: the second response may be stored
  for (const _ of [1, 2]) expect([await listed('gray'), await listed('grey')]).toEqual([2, 1])
  expect(await facetCounts()).toEqual({ gray: 2, grey: 1, red: 1 })
  const used = async () => {
    const { choices } = await admin.api.getCatalogueUse({})
    return choices.filter(({ attribute }) => attribute === key).map((one) => [one.key, one.parts])
  }
  expect(await used()).toEqual([
    ['grey', 1],
    ['gray', 2],
    ['red', 1],
  ])
  await merge()
  expect([await listed('gray'), await listed('grey')]).toEqual([0, 3])
  expect(await facetCounts()).toEqual({ grey: 3, red: 1 })
  expect(await used()).toEqual([
    ['grey', 3],
    ['red', 1],
  ])
  const { attributes } = await shop.api.countProducts({ query: { type } })
  const values = attributes.find((one) => one.key === key)?.values ?? []
  expect(values.map((one) => [one.value, one.parts])).toEqual([
    ['grey', 3],
    ['red', 1],
  ])
})

test('the audit has one entry of the attribute with the number, and one of each part', async () => {
  const part = await painted('gray', { diameter: 12 })
  await painted('grey')
  await merge()
  const { items } = await admin.api.listAudit({ query: { what: 'catalogue.attribute' } })
  const own = items.filter(({ entityId }) => entityId === key)
  expect(own.map(({ before }) => before !== null)).toEqual([true, false])
  expect(own[0]?.before).toMatch(/^choices: \[.*"gray".*\]\nmerged: gray$/)
  expect(own[0]?.after).toMatch(/^choices: (?!.*"gray").*\nmerged: grey, parts: 1$/)
  const ofPart = async () => {
    const { items } = await admin.api.listAudit({ query: { q: part._id } })
    return items.filter(({ field }) => field === 'attributes')
  }
  const merged = await ofPart()
  expect(merged).toMatchObject([
    { before: expect.stringContaining(`${key}=gray`), after: expect.stringContaining(`${key}=grey`) },
  ])
  // an edit writes it in the same way
  await paint(part, 'red')
  expect((await ofPart())[0]?.before).toBe(merged[0]?.after)
  const { items: listed } = await admin.api.listAudit({ query: { what: 'product' } })
  expect(listed.filter(({ after }) => after === merged[0]?.after)).toEqual([])
})

test('a choice that no part has is merged as well', async () => {
  expect(await merge()).toEqual({ changedParts: 0 })
  expect(await choicesNow()).toEqual(['grey', 'red'])
})

describe('what cannot be merged is refused, and nothing changes', () => {
  test.each([
    ['choice', { choice: 'blue', into: 'grey' }, 'There is no such choice'],
    ['into', { choice: 'gray', into: 'blue' }, 'There is no such choice'],
    ['into', { choice: 'gray', into: 'gray' }, 'Use another choice'],
    ['choice', { choice: 'Gray', into: 'grey' }, expect.any(String)],
    ['into', { choice: 'gray' }, expect.any(String)],
  ])('%s of %j', async (path, payload, message) => {
    const part = await painted('gray')
    const response = await shop.call({
      method: 'POST',
      url: `/api/catalogue/attributes/${key}/merge`,
      token: admin.token,
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toEqual([{ path, message }])
    expect(await paintOf(part)).toBe('gray')
    expect(await choicesNow()).toEqual(names)
  })

  test('of an attribute that is not there, or has no choices', async () => {
    const body = { choice: 'gray', into: 'grey' }
    const unknown = admin.api.mergeChoices({ params: { key: 'nothing' }, body })
    await expect(unknown).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(admin.api.mergeChoices({ params: { key: 'diameter' }, body })).rejects.toMatchObject({
      problem: { errors: [{ path: 'choice', message: 'This attribute has no choices' }] },
    })
  })

  test('a text of another attribute with the same word stays', async () => {
    const other = `word_${made}`
    await admin.api.saveAttribute({ params: { key: other }, body: { name: 'Word', kind: 'text' } })
    const flags = { inTable: false, inFilter: true, inTitle: false }
    const attributes = [
      { key, ...flags },
      { key: other, ...flags, inFilter: false },
    ]
    await admin.api.savePartType({ params: { key: type }, body: { attributes } })
    const part = await painted('red', { [other]: 'gray' })
    expect(await merge()).toEqual({ changedParts: 0 })
    const { attributes: values } = await shop.api.getProduct({ params: { id: part._id } })
    expect(values.map(({ value }) => value)).toEqual(['red', 'gray'])
  })
})

/** Locks a part in a transaction of its own, and runs `meanwhile` before its commit. */
async function holding({ _id }: Product, meanwhile: (client: PoolClient) => Promise<unknown>) {
  const client = await shop.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from products where id = $1 for update', [_id])
    await meanwhile(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}
const waitForLocks = (waiting: number) =>
  expect
    .poll(async () => {
      const { rows } = await shop.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBe(waiting)

describe('beside edits and orders', () => {
  test('an edit that is not committed gives the choice: the merge waits for it, and changes it', async () => {
    const part = await painted('red')
    let running: Promise<unknown>[] = []
    await holding(part, async () => {
      running = [paint(part, 'gray')]
      await waitForLocks(1)
      running.push(merge())
      await waitForLocks(2)
    })
    const [, merged] = await Promise.all(running)
    expect(merged).toEqual({ changedParts: 1 })
    expect(await paintOf(part)).toBe('grey')
  })

  test('an edit, or a new part, that gives the choice after the merge began is refused', async () => {
    const [slow, part] = [await painted('gray'), await painted('red')]
    let merged: Promise<unknown> | undefined
    const refused: unknown[] = []
    const running: Promise<unknown>[] = []
    await holding(slow, async () => {
      merged = merge()
      await waitForLocks(1)
      for (const late of [paint(part, 'gray'), painted('gray')])
        running.push(late.catch((error: unknown) => refused.push(error)))
      await waitForLocks(3)
    })
    await Promise.all(running)
    const problem = { errors: [{ path: `attributes.${key}`, message: 'Use one of grey, red' }] }
    expect(refused).toMatchObject([{ problem }, { problem }])
    expect(await merged).toEqual({ changedParts: 1 })
    expect([await paintOf(slow), await paintOf(part)]).toEqual(['grey', 'red'])
  })

  test('a part that is sold meanwhile keeps its stock', async () => {
    const part = await painted('gray')
    let merged: Promise<unknown> | undefined
    await holding(part, async (client) => {
      merged = merge()
      await waitForLocks(1)
      await client.query('update products set available = available - 1 where id = $1', [part._id])
    })
    expect(await merged).toEqual({ changedParts: 1 })
    const after = await shop.api.getProduct({ params: { id: part._id } })
    expect(after.availableQuantity).toBe(part.availableQuantity - 1)
    expect(await paintOf(part)).toBe('grey')
  })

  test('a type that changes meanwhile takes the other choice along', async () => {
    const part = await painted('gray')
    const other = { ...(await typeNow()), name: 'Wing', plural: 'Wings' }
    await admin.api.savePartType({ params: { key: `wing-${made}` }, body: other })
    const change = { params: { id: part._id }, body: { type: `wing-${made}` } }
    let running: Promise<unknown>[] = []
    await holding(part, async () => {
      running = [admin.api.updateProduct(change)]
      await waitForLocks(1)
      running.push(merge())
      await waitForLocks(2)
    })
    await Promise.all(running)
    expect(await paintOf(part)).toBe('grey')
  })

  test('a merge that waits for a part too long changes nothing, and is repeated later', async () => {
    const [free, held] = [await painted('gray'), await painted('gray')]
    await holding(held, () => expect(merge()).rejects.toMatchObject({ status: 503, code: 'being_changed' }))
    expect([await paintOf(free), await paintOf(held)]).toEqual(['gray', 'gray'])
    expect(await choicesNow()).toEqual(names)
    expect(await merge()).toEqual({ changedParts: 2 })
  })

  test('of two merges of one choice the second finds it gone; two around a circle keep one', async () => {
    const part = await painted('gray')
    const [one, two] = await Promise.allSettled([merge('gray', 'grey'), merge('gray', 'red')])
    expect([one, two].map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await choicesNow()).toContain(await paintOf(part))
    await Promise.allSettled([merge('grey', 'red'), merge('red', 'grey')])
    expect(await choicesNow()).toEqual([await paintOf(part)])
  })
})

async function typeNow() {
  const { types } = await shop.api.getCatalogue()
  const { key: _, ...body } = types.find((one) => one.key === type) ?? { key: '' }
  return body
}

describe('beside imports', () => {
  const fileOf = (...rows: [Product, string][]) =>
    csv([['partNumber', `attr:${key}`], ...rows.map(([{ partNumber }, value]) => [partNumber ?? '', value])])
  const messagesOf = async ({ _id }: Import) => {
    const { items } = await admin.api.listImportErrors({ params: { id: _id }, query: {} })
    return items.map(({ row, column, value, message }) => ({ row, column, value, message }))
  }
  const gone = (row: number) => ({
    row,
    column: `attr:${key}`,
    value: 'gray',
    message: 'Use one of grey, red',
  })

  test('a file that came before the merge says in its comparison what is gone', async () => {
    const [one, two] = [await painted('red'), await painted('red')]
    const uploaded = await upload(admin, fileOf([one, 'gray'], [two, 'grey']))
    await merge()
    const checked = await settled(admin, await admin.api.checkImport({ params: { id: uploaded._id } }))
    expect(checked.report).toMatchObject({ changedParts: 1, badRows: 1 })
    expect(await messagesOf(checked)).toEqual([gone(2)])
    await apply(admin, checked)
    expect([await paintOf(one), await paintOf(two)]).toEqual(['red', 'grey'])
  })

  test('a comparison from before the merge is not applied but made again', async () => {
    const part = await painted('red')
    const header = ['productName', 'price', 'minimumOrder', 'availableQuantity', 'img', 'partNumber']
    const fresh = ['Fender', '10', '1', '5', '/a.svg']
    const checked = await dryRun(
      admin,
      csv([
        [...header, 'category', 'type', `attr:${key}`],
        [...fresh, `NEW-${made}`, 'body', type, 'gray'],
        [...fresh, part.partNumber ?? '', 'body', type, 'red'],
      ]),
    )
    expect(checked.report).toMatchObject({ newParts: 1, changedParts: 1 })
    await merge()
    const again = await apply(admin, checked)
    expect(again).toMatchObject({ state: 'checked', madeAnew: true, report: { newParts: 0, badRows: 1 } })
    expect(await messagesOf(again)).toEqual([gone(2)])
    expect(await facetCounts()).toEqual({ red: 1 })
    expect(await apply(admin, again)).toMatchObject({ state: 'applied' })
  })

  test('a comparison with a choice that was removed since is made again as well', async () => {
    const part = await painted('red')
    const checked = await dryRun(admin, fileOf([part, 'gray']))
    const choices = ['grey', 'red'].map((name) => ({ key: name, name }))
    await admin.api.saveAttribute({ params: { key }, body: { choices } })
    expect(await apply(admin, checked)).toMatchObject({
      state: 'checked',
      madeAnew: true,
      report: { badRows: 1 },
    })
    expect(await paintOf(part)).toBe('red')
  })

  test('a merge waits for an import that is being applied, and changes what it gave', async () => {
    const part = await painted('red')
    const checked = await dryRun(admin, fileOf([part, 'gray']))
    let merged: Promise<unknown> | undefined
    await holding(part, async () => {
      await admin.api.applyImport({ params: { id: checked._id }, body: { checkNumber: checked.checkNumber } })
      await waitForLocks(1)
      merged = merge()
      await waitForLocks(2)
    })
    expect(await settled(admin, checked)).toMatchObject({ state: 'applied' })
    expect(await merged).toEqual({ changedParts: 1 })
    expect(await paintOf(part)).toBe('grey')
  })

  test('an import that is applied while choices are merged is compared again', async () => {
    const [slow, part] = [await painted('gray'), await painted('red')]
    const checked = await dryRun(admin, fileOf([part, 'gray']))
    let merged: Promise<unknown> | undefined
    await holding(slow, async () => {
      merged = merge()
      await waitForLocks(1)
      await admin.api.applyImport({ params: { id: checked._id }, body: { checkNumber: checked.checkNumber } })
      await waitForLocks(2)
    })
    await merged
    const again = await settled(admin, checked)
    expect(again).toMatchObject({
      state: 'checked',
      madeAnew: true,
      report: { changedParts: 0, badRows: 1 },
    })
    expect(await paintOf(part)).toBe('red')
  })

  test('an undo that would bring the choice back names its parts, and changes nothing', async () => {
    const [one, two] = [await painted('gray'), await painted('grey')]
    const applied = await apply(admin, await dryRun(admin, fileOf([one, 'red'], [two, 'red'])))
    await merge()
    const kept = await undo(admin, applied)
    expect(kept).toMatchObject({ state: 'applied', conflicts: [{ row: 2, _id: one._id }] })
    expect([await paintOf(one), await paintOf(two)]).toEqual(['red', 'red'])
  })

  test('an undo of other fields leaves the merged value', async () => {
    const part = await painted('gray')
    const file = csv([
      ['partNumber', 'description'],
      [part.partNumber ?? '', 'Other'],
    ])
    const applied = await apply(admin, await dryRun(admin, file))
    await merge()
    expect(await undo(admin, applied)).toMatchObject({ state: 'undone' })
    expect(await paintOf(part)).toBe('grey')
  })

  test('a value that was no choice before does not stop files and undos that leave it', async () => {
    const part = await painted('gray')
    await shop.database.pool.query(
      `delete from attribute_choices using attributes
       where attributes.id = attribute_id and attributes.key = $1 and attribute_choices.key = 'gray'`,
      [key],
    )
    await admin.api.saveAttribute({ params: { key }, body: { name: 'Paint' } })
    const file = csv([
      ['partNumber', 'attr:diameter'],
      [part.partNumber ?? '', '7'],
    ])
    const applied = await apply(admin, await dryRun(admin, file))
    expect(applied).toMatchObject({ state: 'applied', report: { changedParts: 1 } })
    expect(await undo(admin, applied)).toMatchObject({ state: 'undone' })
    expect(await paintOf(part)).toBe('gray')
  })
})
