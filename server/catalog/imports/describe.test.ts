import { expect, test } from 'vitest'
import type { Import, ImportChange } from '#contract/catalog/imports/imports.ts'
import { describeImport } from './describe.ts'

const checked: Import = {
  _id: '1',
  fileName: 'parts.csv',
  bytes: 1,
  received: 1,
  digest: '',
  state: 'checked',
  isWorking: false,
  progress: null,
  fault: null,
  failure: null,
  ignoredColumns: [],
  encoding: 'utf-8',
  delimiter: ';',
  checkNumber: 1,
  madeAnew: false,
  leftOut: 0,
  report: { rows: 1203, newParts: 1, changedParts: 1201, unchangedParts: 0, badRows: 1, untypedParts: 1 },
  conflicts: [],
  canUndo: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  appliedAt: null,
  undoneAt: null,
}
const changed: ImportChange = {
  row: 2,
  _id: '2',
  productName: 'Brake\u001b disc',
  isNew: false,
  fields: [
    { field: 'price', before: 12.5, after: 14 },
    { field: 'brand', before: null, after: 'ATE' },
    { field: 'description', before: 'one\ntwo', after: 'x'.repeat(200) },
  ],
}
const fresh: ImportChange = {
  row: 1204,
  _id: '3',
  productName: 'Piston ring',
  isNew: true,
  fields: [
    { field: 'productName', before: null, after: 'Piston ring' },
    { field: 'price', before: null, after: 9.5 },
    { field: 'availableQuantity', before: null, after: 20 },
    { field: 'brand', before: null, after: null },
    { field: 'images', before: null, after: ['/a.svg', '/b.svg'] },
  ],
}
const wrong = { row: 3, column: 'price', value: '$5', message: 'This is not a number, such as 12.50' }

test('the console shows changed fields, new parts and errors', () => {
  const details = { errors: [wrong], hasMore: false, changed: [changed], fresh: [fresh], currency: 'usd' }
  expect(describeImport(checked, details).split('\n')).toEqual([
    'parts.csv: compared; nothing is written yet.',
    'Read as UTF-8, with columns separated by semicolons.',
    '1,203 rows, 1 new part, 1,201 parts changed, 0 parts as they were, 1 row with errors',
    '1 new row has no type: without one a part has no attributes, and no filter by them finds it.',
    'Parts changed:',
    'Row 2, Brake  disc, price: 12.50 → 14.00',
    'Row 2, Brake  disc, brand: empty → "ATE"',
    `Row 2, Brake  disc, description: "one two" → "${'x'.repeat(90)}…"`,
    '1,200 more: the page “Import Parts” lists them all.',
    'New parts:',
    'Row 1,204, Piston ring: price 9.50, availableQuantity 20, images "/a.svg /b.svg"',
    'Errors:',
    'Row 3, price, "$5", This is not a number, such as 12.50',
  ])
})
