import { expect, test } from 'vitest'
import { categoryChanges } from './category-form.tsx'
import { drawingAddressOf, drawingNameOf } from './drawing-kinds.ts'

const category = {
  id: 'brakes',
  name: 'Brakes',
  parent: 'body',
  description: 'Discs and pads',
  drawing: drawingAddressOf('brake-disc?drilled=16'),
}
const form = {
  name: 'Brakes',
  parent: 'body',
  description: 'Discs and pads',
  drawing: 'brake-disc?drilled=16',
}

test.each([
  {},
  { name: 'Braking' },
  { parent: 'engine' },
  { description: '' },
  { drawing: null },
  { drawing: 'brake-disc' },
  { name: 'Braking', drawing: 'caliper' },
])('a form sends what it changes of a category: %o', (change) => {
  expect(categoryChanges(category, { ...form, ...change })).toEqual(change)
})

test('a category without a field for its parent keeps it', () => {
  const { parent: _, ...without } = form
  expect(categoryChanges({ ...category, parent: null }, without)).toEqual({})
})

test.each(['brake-disc', 'brake-disc?drilled=16', 'tyre?width=205&rim=16'])(
  'a drawing keeps its name through its address: %s',
  (name) => {
    expect(drawingNameOf(drawingAddressOf(name))).toBe(name)
  },
)
