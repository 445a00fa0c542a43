import { expect, test } from 'vitest'
import { demoParts } from '#demo/catalogue/parts.ts'
import { kinds } from '#drawings/registry.ts'
import { readAddress, textsOf } from '#tests/support/drawings.ts'

const byKind = new Map(kinds.map((drawing) => [drawing.kind, drawing]))

test.each(demoParts)('$partNumber requests an existing drawing and gets it', ({ img }) => {
  const { kind, parameters: query } = readAddress(img)
  const drawing = byKind.get(kind)
  expect(drawing, img).toBeDefined()
  for (const [name, parameters] of query) {
    const param = drawing?.params[name]
    expect(param, `${name} of ${img}`).toBeDefined()
    expect(textsOf(param?.read(parameters)), `${name} of ${img}`).toContain(parameters.toLowerCase())
  }
})

test('no two parts have the same drawing', () => {
  const seen = demoParts.map(({ img }) => {
    const url = new URL(img, 'http://localhost')
    return byKind.get(url.pathname.slice('/drawings/'.length, -'.svg'.length))?.draw(url.searchParams)
  })
  const duplicates = demoParts.filter((_, at) => seen.indexOf(seen[at]) !== at)
  expect(duplicates.map((part) => part.partNumber)).toEqual([])
})
