import { expect, test } from 'vitest'
import { type AuditEntity, type AuditEntry, auditEntities, auditFields } from './audit.ts'
import { actorText, changeTexts, subjectText, whatText } from './describe.ts'
import { auditKinds } from './texts.ts'

const categories = [{ id: 'tools', name: 'Tools & Parts' }]

const entry: AuditEntry = {
  _id: 'audit-1',
  at: '2026-11-28T10:00:00.000Z',
  by: null,
  entity: 'product',
  entityId: 'x',
  field: 'price',
  name: 'Relay',
  orderNumber: null,
  hasPage: true,
  before: null,
  after: null,
  currency: null,
}
const texts = (
  entity: AuditEntity,
  field: string,
  before: string | null,
  after: string | null,
  currency: string | null = null,
  locale = 'en-US',
) => Object.values(changeTexts({ ...entry, entity, field, before, after, currency }, { locale, categories }))

test('every kind of change has a name of its own', () => {
  const named = auditEntities.flatMap((entity) =>
    auditFields[entity].map((field) => whatText({ entity, field })),
  )
  expect(new Set(named).size).toBe(named.length)
  expect(Object.keys(auditKinds).sort()).toEqual(
    [
      ...auditEntities.flatMap((entity) => auditFields[entity].map((field) => `${entity}.${field}`)),
      'order.placed',
    ].sort(),
  )
  expect(whatText({ entity: 'product', field: 'weight' })).toBe('weight')
})

test.each<[Parameters<typeof texts>, [string | null, string | null]]>([
  [
    ['product', 'price', '64.9', '67.5', 'usd'],
    ['$64.90', '$67.50'],
  ],
  [
    ['product', 'price', '6400', '67', 'jpy', 'de-DE'],
    ['6.400\u00a0¥', '67\u00a0¥'],
  ],
  [
    ['order', 'refunded', '0', '5.25', 'eur', 'de-DE'],
    ['0,00\u00a0€', '5,25\u00a0€'],
  ],
  [
    ['product', 'availableQuantity', '1262', '0'],
    ['1,262', '0'],
  ],
  [
    ['product', 'brand', null, 'Veldra'],
    ['empty', 'Veldra'],
  ],
  [
    ['product', 'description', 'Old', ''],
    ['Old', 'empty'],
  ],
  [
    ['product', 'category', 'tools', 'gone'],
    ['Tools & Parts', 'gone'],
  ],
  [
    ['product', 'images', '', '/a\n/b'],
    ['0 pictures', '2 pictures'],
  ],
  [
    ['product', 'created', null, 'Relay'],
    [null, null],
  ],
  [
    ['product', 'archived', 'false', 'true'],
    [null, null],
  ],
  [
    ['order', 'paid', 'false', 'true'],
    [null, null],
  ],
  [
    ['order', 'status', 'pending', 'Shift'],
    ['new', 'Shift'],
  ],
  [
    ['order', 'dispute', null, 'lost'],
    [null, 'Dispute lost'],
  ],
  [
    ['order', 'dispute', 'won', 'unheard_of'],
    ['Dispute won', 'unheard_of'],
  ],
  [
    ['review', 'hidden', 'false', 'true'],
    ['shown', 'hidden'],
  ],
  [
    ['user', 'role', 'user', 'orders'],
    ['Customer', 'Orders'],
  ],
  [
    ['user', 'profile', null, 'location'],
    [null, 'location'],
  ],
  [
    ['mail', 'retried', null, '1'],
    [null, '1 mail'],
  ],
  [
    ['mail', 'retried', null, '1200'],
    [null, '1,200 mails'],
  ],
  [
    ['setting', 'name', null, '"Gears"'],
    ['as configured', 'Gears'],
  ],
  [
    ['setting', 'address', '"1 Road\\nTown"', '""'],
    ['1 Road, Town', 'empty'],
  ],
  [
    ['setting', 'taxRate', '7.7', '19', null, 'de-DE'],
    ['7,7 %', '19 %'],
  ],
  [
    ['setting', 'accent', 'null', '"#c9252c"'],
    ['none', '#c9252c'],
  ],
  [
    ['setting', 'statistics', '[]', '[{"label":"Our Team","value":"12"}]'],
    ['none', 'Our Team 12'],
  ],
  [
    ['setting', 'hours', 'null', '{"shape":"of another version"}'],
    ['none', '{"shape":"of another version"}'],
  ],
])('%j is shown as %j', (given, expected) => expect(texts(...given)).toEqual(expected))

test('hours are days together with equal times, then exceptions', () => {
  const open = { opens: '07:30', closes: '18:00' }
  const hours = {
    week: [open, open, open, open, open, { opens: '08:00', closes: '14:00' }, null],
    exceptions: [{ date: '2026-11-26', name: 'Thanksgiving', hours: null }],
  }
  expect(texts('setting', 'hours', null, JSON.stringify(hours))[1]).toBe(
    'Mon–Fri 07:30–18:00, Sat 08:00–14:00, Sun closed, 2026-11-26 (Thanksgiving) closed',
  )
})

test('who and what have a name', () => {
  const by = (name: string | null, email: string | null) => actorText({ by: { name, email } })
  expect([
    by('Ann', 'ann@example.com'),
    by(null, 'ann@example.com'),
    by(null, null),
    actorText({ by: null }),
  ]).toEqual(['Ann', 'ann@example.com', 'Deleted account', 'The store itself'])
  expect(subjectText({ ...entry, entity: 'job', entityId: 'clean-up', name: null })).toBe(
    'Delete old records',
  )
  expect(subjectText({ ...entry, entity: 'job', entityId: 'other', name: null })).toBe('other')
  expect(subjectText(entry)).toBe('Relay')
  const order = { ...entry, entity: 'order', orderNumber: 100482 } as const
  expect(subjectText(order)).toBe('100482, Relay')
  expect(subjectText({ ...order, name: null })).toBe('100482')
})
