import { expect, test } from 'vitest'
import { demoParts } from '#database/demo-catalogue/parts.ts'
import { kinds } from '#web/ui/drawings/registry.ts'

const byKind = new Map(kinds.map((drawing) => [drawing.kind, drawing]))

test.each(demoParts)(
  '$partNumber asks for a drawing that exists, and is shown what it asks for',
  ({ img }) => {
    const [, kind, query] = /^\/drawings\/([a-z-]+)\.svg(?:\?([A-Za-z0-9.,%&=-]+))?$/.exec(img) ?? []
    const drawing = byKind.get(kind ?? '')
    expect(drawing, img).toBeDefined()
    for (const [name, asked] of new URLSearchParams(query)) {
      const param = drawing?.params[name]
      expect(param, `${name} of ${img}`).toBeDefined()
      expect(wording(param?.read(asked)), `${name} of ${img}`).toContain(asked.toLowerCase())
    }
  },
)

test('no two parts have the same drawing', () => {
  const seen = demoParts.map(({ img }) => {
    const url = new URL(img, 'http://localhost')
    return byKind.get(url.pathname.slice('/drawings/'.length, -'.svg'.length))?.draw(url.searchParams)
  })
  const twins = demoParts.filter((_, at) => seen.indexOf(seen[at]) !== at)
  expect(twins.map((part) => part.partNumber)).toEqual([])
})

/** The texts by which a value may be asked for: a value that was clamped or not understood has others. */
function wording(value: unknown): string[] {
  const text = String(value).toLowerCase()
  return typeof value === 'boolean' ? [text, value ? '1' : '0'] : [text]
}
