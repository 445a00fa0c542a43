import { expect, test } from 'vitest'
import { cataloguePart } from '#demo/generator/generate.ts'
import { kinds } from '#drawings/registry.ts'
import { readAddress, textsOf } from '#tests/support/drawings.ts'
import { someRuns } from '#tests/support/thoroughness.ts'

const SAMPLE = someRuns(20_000, 20)

const byKind = new Map(kinds.map((drawing) => [drawing.kind, drawing]))
const pictures = [...new Set(Array.from({ length: SAMPLE }, (_, index) => cataloguePart(index).img))]

test('generated parts name drawings that exist, with valid parameters', () => {
  expect(pictures.length).toBeGreaterThan(someRuns(1000, 20))
  for (const img of pictures) {
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
  }
})

test('no two addresses of generated parts have the same drawing', () => {
  const drawn = pictures.map((img) => {
    const { kind, parameters } = readAddress(img)
    return byKind.get(kind)?.draw(parameters)
  })
  expect(new Set(drawn).size).toBe(pictures.length)
})
