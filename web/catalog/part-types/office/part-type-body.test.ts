import { expect, test } from 'vitest'
import { changesOf } from './edited.ts'
import { withDrawing, withoutAttribute } from './part-type-body.ts'

const of = (key: string) => ({ key, inTable: true, inFilter: true, inTitle: false })
const disc = {
  name: 'Brake disc',
  plural: 'Brake discs',
  category: 'body',
  subcategory: null,
  drawing: 'brake-disc',
  drawingParameters: {
    d: 'diameter',
    vented: { attribute: 'design', values: { vented: '1' } },
    holes: { value: '5' },
  },
  attributes: [of('diameter'), of('design')],
  relations: [
    { type: 'brake-pad', shared: ['axle', 'diameter'] },
    { type: 'caliper', shared: [] },
  ],
}

test('an attribute that goes leaves drawing and relations, too', () => {
  expect(withoutAttribute(disc, 'diameter')).toEqual({
    attributes: [of('design')],
    drawingParameters: { vented: disc.drawingParameters.vented, holes: { value: '5' } },
    relations: [
      { type: 'brake-pad', shared: ['axle'] },
      { type: 'caliper', shared: [] },
    ],
  })
  expect(withoutAttribute(disc, 'design').drawingParameters).toEqual({ d: 'diameter', holes: { value: '5' } })
})

test('another drawing takes nothing yet, the same one stays as it is', () => {
  expect(withDrawing(disc, 'caliper')).toEqual({ drawing: 'caliper', drawingParameters: {} })
  expect(withDrawing(disc, null)).toEqual({ drawing: null, drawingParameters: {} })
  expect(withDrawing(disc, 'brake-disc')).toEqual({})
})

test('only what differs is a change, also the order of a list', () => {
  expect(changesOf(disc, { ...disc, attributes: [of('diameter'), of('design')] })).toEqual({})
  expect(changesOf(disc, { ...disc, name: 'Disc', attributes: [of('design'), of('diameter')] })).toEqual({
    name: 'Disc',
    attributes: [of('design'), of('diameter')],
  })
})
