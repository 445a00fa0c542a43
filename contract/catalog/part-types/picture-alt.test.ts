import { expect, test } from 'vitest'
import { pictureAlt } from './picture-alt.ts'

const number = (name: string, value: number, unit = 'mm', inTitle = true) =>
  ({ name, kind: 'number', value, text: `${value} ${unit}`, inTitle }) as const
const choice = (name: string, text: string) =>
  ({ name, kind: 'choice', value: text.toLowerCase(), text, inTitle: true }) as const
const yes = (name: string, value: boolean) =>
  ({ name, kind: 'boolean', value, text: value ? 'Yes' : 'No', inTitle: true }) as const

test('a part without attributes is its name', () => {
  expect(pictureAlt({ productName: 'Coil spring, rear' })).toBe('Coil spring, rear')
  expect(pictureAlt({ productName: 'Coil spring, rear', attributes: [] })).toBe('Coil spring, rear')
})

test('what the name does not say follows it, in the order of the type', () => {
  const attributes = [choice('Axle', 'Front'), number('Diameter', 280), number('Thickness', 22)]
  expect(pictureAlt({ productName: 'Front brake disc, drilled', attributes })).toBe(
    'Front brake disc, drilled, diameter 280 mm, thickness 22 mm',
  )
  expect(pictureAlt({ productName: 'Brake disc, 280 × 22 mm', attributes })).toBe(
    'Brake disc, 280 × 22 mm, front',
  )
})

test('attributes that are not of titles are left out', () => {
  expect(pictureAlt({ productName: 'Brake disc', attributes: [number('Bore', 65, 'mm', false)] })).toBe(
    'Brake disc',
  )
})

test.each([
  ['Brake disc, 1280 mm', 280, false],
  ['Brake disc, 280.5 mm', 280, false],
  ['Brake disc, 28 mm', 280, false],
  ['Brake disc, 280mm', 280, true],
  ['Brake disc 280', 280, true],
  ['Brake disc ⌀280.', 280, true],
  ['Summer tyre 205/55 R16', 16, true],
  ['Alloy wheel 17″ × 7.5 J', 7.5, true],
  ['Alloy wheel 17″ × 7.5 J', 5, false],
])('%s says %d: %s', (productName, value, isSaid) => {
  const alt = pictureAlt({ productName, attributes: [number('Size', value)] })
  expect(alt).toBe(isSaid ? productName : `${productName}, size ${value} mm`)
})

test('a choice is looked for by whole words, whatever their case', () => {
  const alt = (productName: string, text: string) =>
    pictureAlt({ productName, attributes: [choice('Kind', text)] })
  expect(alt('Frontal cover', 'Front')).toBe('Frontal cover, front')
  expect(alt('FRONT cover', 'Front')).toBe('FRONT cover')
  expect(alt('Battery 70 Ah', 'AGM')).toBe('Battery 70 Ah, AGM')
  expect(alt('Engine oil 5W-30', '5W-30')).toBe('Engine oil 5W-30')
  expect(alt('Engine oil', '5W-30')).toBe('Engine oil, 5W-30')
})

test('yes is the name of the attribute, no is nothing', () => {
  const alt = (value: boolean) => pictureAlt({ productName: 'Pads', attributes: [yes('Wear sensor', value)] })
  expect(alt(true)).toBe('Pads, wear sensor')
  expect(alt(false)).toBe('Pads')
})
