import { describe, expect, test } from 'vitest'
import { emptyCatalogue } from '#tests/support/products/categories.ts'
import type { StoredType } from '../../part-types/catalogue.ts'
import { readType } from './part-type.ts'

function typeOf(id: number, key: string, name: string, plural = `${name}s`): StoredType {
  const rest = { subcategory: null, drawing: null, drawingParameters: {}, attributes: [], relations: [] }
  return { id, key, name, plural, category: 'body', ...rest }
}
const disc = typeOf(1, 'brake-disc', 'Brake disc')
const rotor = typeOf(2, 'rotor', 'Brake rotor')
const tyre = typeOf(3, 'tyre', 'Tire')
const battery = typeOf(4, 'battery', 'Battery', 'Batteries')
const bulb = typeOf(5, 'bulb', 'Bulb')
const read = (text: string, types = [disc, tyre, battery, bulb]) =>
  readType(text, { ...emptyCatalogue, types })

describe('a part type is read', () => {
  test.each([
    ['brake-disc', disc],
    [' BRAKE DISCS ', disc],
    ['brake_disc', disc],
    ['Brake  Disk', disc],
    ['rotor, brake', undefined],
    ['brake rotors', disc],
    ['Bremsscheibe', disc],
    ['DISQUES DE FREIN', disc],
    ['Tyres', tyre],
    ['Reifen', tyre],
    ['batteries', battery],
    ['Tail light bulbs', bulb],
    ['disc', undefined],
    ['front brake disc', undefined],
    ['-', undefined],
    [`brake disc ${'x'.repeat(100_000)}`, undefined],
  ])('%s', (text, type) => {
    expect(read(text)).toEqual(
      type ? { value: type.id } : { message: expect.stringContaining('is no part type') },
    )
  })
  test('an empty cell is none', () => {
    expect(read(' ')).toEqual({ value: null })
  })
})

describe('a name of several types', () => {
  const message = (text: string) => `“${text}” may be several part types: use one of brake-disc, rotor`
  test('is an error that names their keys', () => {
    expect(read('Bremsscheibe', [disc, rotor])).toEqual({ message: message('Bremsscheibe') })
    const same = typeOf(6, 'other-disc', 'Brake disc', 'Others')
    expect(read('Brake Disc', [same, disc])).toEqual({
      message: '“Brake Disc” may be several part types: use one of other-disc, brake-disc',
    })
  })
  test('is not that of a type and of a narrower one, such as a bulb and a tail light bulb', () => {
    const tail = typeOf(6, 'tail-bulb', 'Tail light bulb')
    expect(read('bulb', [bulb, tail])).toEqual({ value: bulb.id })
    expect(read('ampoule', [bulb, tail])).toEqual({ value: bulb.id })
    expect(read('tail light bulb', [bulb, tail])).toEqual({ value: tail.id })
  })
  test('is not one that a type has itself, nor is a key', () => {
    expect(read('brake rotors', [disc, rotor])).toEqual({ value: rotor.id })
    expect(read('Brake-Rotor', [disc, rotor])).toEqual({ value: rotor.id })
    const same = typeOf(6, 'brake rotor', 'Other', 'Others')
    expect(read('brake rotor', [rotor, same])).toEqual({ value: same.id })
  })
})
