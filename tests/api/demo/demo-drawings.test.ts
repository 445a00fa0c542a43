import { expect, test } from 'vitest'
import { demoParts } from '#demo/catalogue/parts.ts'
import { kinds } from '#drawings/registry.ts'
import { readAddress, textsOf } from '#tests/support/drawings.ts'

const byKind = new Map(kinds.map((drawing) => [drawing.kind, drawing]))

test.each(demoParts)('$partNumber names a drawing that exists, with valid parameters', ({ img }) => {
  const { kind, parameters } = readAddress(img)
  const drawing = byKind.get(kind)
  expect(drawing, img).toBeDefined()
  expect(parameters.get('dims'), img).toBe('given')
  parameters.delete('dims')
  for (const [name, value] of parameters) {
    const param = drawing?.params[name]
    expect(param, `${name} of ${img}`).toBeDefined()
    expect(textsOf(param?.read(value)), `${name} of ${img}`).toContain(value.toLowerCase())
  }
})

test('no two parts have the same drawing', () => {
  const seen = demoParts.map(({ img }) => {
    const { kind, parameters } = readAddress(img)
    return byKind.get(kind)?.draw(parameters)
  })
  const duplicates = demoParts.filter((_, at) => seen.indexOf(seen[at]) !== at)
  expect(duplicates.map((part) => part.partNumber)).toEqual([])
})
