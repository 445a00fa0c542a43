import { expect, test } from 'vitest'
import { saleUnits } from './part-fields.ts'
import { pricePerUnit } from './part-fields-texts.ts'

test('a price says what it is for, unless it is that of one or was never recorded', () => {
  expect(saleUnits.map((unit) => pricePerUnit('$8.00', unit))).toEqual([
    '$8.00',
    '$8.00 per pair',
    '$8.00 per set',
    '$8.00 per set of four',
    '$8.00 per pack',
    '$8.00 per meter',
  ])
  expect(pricePerUnit('$8.00', null)).toBe('$8.00')
})
