import { expect, test } from 'vitest'
import { attributeChanges, seenOf, toForm, withoutGone } from './attribute-form.tsx'

const axle = {
  key: 'axle',
  name: 'Axle',
  kind: 'choice' as const,
  unit: null,
  decimals: 0,
  choices: [
    { key: 'front', name: 'Front' },
    { key: 'rear', name: 'Rear' },
  ],
}

test('what was not changed is not sent', () => {
  expect(attributeChanges(axle, toForm(axle))).toEqual({})
  expect(attributeChanges(axle, { ...toForm(axle), name: 'Position' })).toEqual({ name: 'Position' })
})

test('choices keep their keys, new ones get one of their own, and the order is theirs', () => {
  const { choices, ...form } = toForm(axle)
  const [front, rear] = choices
  const both = { row: '1', key: '', name: 'Both' }
  const second = { row: '2', key: '', name: 'Front' }
  const renamed = { row: 'rear', key: 'rear', ...rear, name: 'Back' }
  const list = [renamed, both, front, second].filter((one) => one !== undefined)
  expect(attributeChanges(axle, { ...form, choices: list })).toEqual({
    choices: [
      { key: 'rear', name: 'Back' },
      { key: 'both', name: 'Both' },
      { key: 'front', name: 'Front' },
      { key: 'front-2', name: 'Front' },
    ],
  })
})

test('a choice that was merged since it was typed is not added again; a new one stays', () => {
  const typed = [
    { row: 'gone', key: 'gone', name: 'Gone' },
    { row: 'rear', key: 'rear', name: 'Back' },
    { row: '1', key: '', name: 'Both' },
  ]
  expect(withoutGone(typed, axle).map(({ name }) => name)).toEqual(['Back', 'Both'])
  expect(withoutGone(typed, null).map(({ name }) => name)).toEqual(['Both'])
})

test('a new attribute is sent whole, without what its kind has not', () => {
  const typed = {
    name: 'Reach',
    unit: ' mm ',
    decimals: '1',
    choices: [{ row: '1', key: '', name: 'Left over' }],
  }
  expect(attributeChanges(null, { ...typed, kind: 'number' })).toEqual({
    name: 'Reach',
    kind: 'number',
    unit: 'mm',
    decimals: 1,
    choices: [],
  })
  expect(attributeChanges(null, { ...typed, kind: 'text' })).toMatchObject({
    unit: null,
    decimals: 0,
    choices: [],
  })
})

test('a save says what was there of what it changes, nothing of the rest, and null of a new attribute', () => {
  const { choices } = toForm(axle)
  const form = { ...toForm({ ...axle, name: 'Renamed meanwhile' }), choices: choices.slice(1) }
  const change = attributeChanges(axle, { ...form, name: axle.name })
  // the page has been read again since, with another choice
  const now = { ...axle, choices: [...axle.choices, { key: 'both', name: 'Both' }] }
  expect(seenOf(now, { choices }, change)).toEqual({ choices: axle.choices })
  expect(seenOf(axle, {}, {})).toEqual({})
  expect(seenOf(null, {}, change)).toBeNull()
})
