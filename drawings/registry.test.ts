import { expect, test } from 'vitest'
import { someOf } from '#tests/support/thoroughness.ts'
import type { Drawing } from './kind.ts'
import { kinds, renderDrawing } from './registry.ts'

const HOSTILE = [
  '1e99',
  '999999999',
  '-999999999',
  'NaN',
  'Infinity',
  '',
  ' ',
  '<b>&"\'',
  '</svg><script>',
  '𝄞',
  '%00',
  '0x10',
]

test.each(kinds.map((drawing) => [drawing.kind, drawing] as const))(
  '%s is well-formed SVG for defaults, bounds and hostile values',
  (_, drawing) => {
    for (const query of queriesFor(drawing)) {
      const svg = drawing.draw(query)
      expect(faultIn(svg), String(query)).toBe('')
    }
  },
)

test.each(kinds.map((drawing) => [drawing.kind, drawing] as const))(
  '%s depends on each parameter',
  (_, drawing) => {
    for (const [name, param] of Object.entries(drawing.params)) {
      const drawn = param.samples.map((sample) => drawing.draw(new URLSearchParams({ [name]: sample })))
      expect(new Set(drawn).size, name).toBe(new Set(param.samples).size)
    }
  },
)

test.each(kinds.map((drawing) => [drawing.kind, drawing] as const))(
  '%s has a thumbnail without centre lines',
  (_, drawing) => {
    const card = drawing.draw(new URLSearchParams())
    const thumb = drawing.draw(new URLSearchParams('view=thumb&callout=7'))
    expect(faultIn(thumb)).toBe('')
    expect(thumb, 'centre lines').not.toContain('11 2.5 2 2.5')
    expect(thumb.length).toBeLessThan(card.length + 120)
    expect(drawing.draw(new URLSearchParams())).toBe(card)
  },
)

test.each(['brake-disc', 'clutch', 'tyre', 'wheel', 'wheel-bearing'])(
  'the thumbnail of a %s holds the largest that a shop can give',
  (kind) => {
    const { params } = kinds.find((one) => one.kind === kind) ?? {}
    const largest = Object.entries(params ?? {}).map(([name, { samples }]) => [name, samples.at(-1) ?? ''])
    const svg = renderDrawing(kind, new URLSearchParams([...largest, ['view', 'thumb']])) ?? ''
    const [left = 0, top = 0, width = 0, height = 0] = numbersOf(/viewBox="([^"]*)">(?!<title>)/.exec(svg))
    const circles = [...svg.matchAll(/<circle cx="(\S+)" cy="(\S+)" r="(\S+)"/g)].map((found) =>
      found.map(Number),
    )
    const shown = circles.filter(([, x = 0]) => x > left && x < left + width)
    const [, x = 0, y = 0, r = 0] = shown.toSorted((a, b) => (b[3] ?? 0) - (a[3] ?? 0))[0] ?? []
    expect(r).toBeGreaterThan(width / 3)
    for (const edge of [x - r - left, left + width - x - r, y - r - top, top + height - y - r])
      expect(edge).toBeGreaterThanOrEqual(1)
  },
)

test('kinds have unique names in kebab case', () => {
  expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(kinds.length)
  expect(kinds.every(({ kind }) => /^[a-z]+(-[a-z]+)*$/.test(kind))).toBe(true)
})

test('an unknown kind has no drawing', () => {
  expect(renderDrawing('constructor', new URLSearchParams())).toBeUndefined()
})

test('a card is 320 by 240, ignores unknown parameters, and has more marks with a callout', () => {
  const plain = renderDrawing('brake-disc', new URLSearchParams('d=300&unknown=1')) ?? ''
  const numbered = renderDrawing('carton', new URLSearchParams('callout=3')) ?? ''
  expect(plain).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 320 240" width="320" height="240"/,
  )
  expect(plain).toContain('<title>Brake disc, ⌀300')
  expect(plain).toBe(renderDrawing('brake-disc', new URLSearchParams('d=300')))
  expect(numbered.length).toBeGreaterThan(renderDrawing('carton', new URLSearchParams())?.length ?? 0)
})

test('a diameter out of bounds is clamped, and an invalid one gives the default', () => {
  const draw = (query: string) => renderDrawing('brake-disc', new URLSearchParams(query))
  expect(draw('d=4000')).toBe(draw('d=400'))
  expect(draw('d=-1')).toBe(draw('d=200'))
  expect(draw('d=abc')).toBe(draw(''))
})

/** Defaults, each sample alone, all first and all last samples, and hostile texts in all parameters. */
function queriesFor({ params }: Drawing): URLSearchParams[] {
  const entries = Object.entries(params)
  const each = entries.flatMap(([name, { samples }]) => samples.map((sample) => ({ [name]: sample })))
  const all = (pick: 0 | -1) =>
    Object.fromEntries(entries.map(([name, { samples }]) => [name, samples.at(pick) ?? '']))
  const hostile = HOSTILE.map((text) =>
    Object.fromEntries([...Object.keys(params), 'view', 'callout'].map((name) => [name, text])),
  )
  return [{}, ...each, all(0), all(-1), ...someOf(hostile, { share: 3 })].map(
    (query) => new URLSearchParams(query),
  )
}

function numbersOf(found: RegExpExecArray | null): number[] {
  return found?.[1]?.split(' ').map(Number) ?? []
}

/** The first error: an invalid value, unknown or unbalanced element, malformed attribute, or unescaped text. */
function faultIn(svg: string): string {
  const invalid = /NaN|undefined|Infinity|null|\[object/.exec(svg.replace(/<title>.*<\/title>/, ''))
  if (invalid) return `not a value: ${invalid[0]}`
  const stack: string[] = []
  for (const [tag] of svg.matchAll(/<[^>]*>/g)) {
    const [, close = '', name = '', attributes = '', empty = ''] =
      /^<(\/?)(svg|g|path|circle|ellipse|rect|title)((?: [a-zA-Z-]+="[^"<&]*")*)(\/?)>$/.exec(tag) ?? []
    if (name === '') return `unknown or malformed: ${tag}`
    if (/(?:width|height|r|rx|ry)="-/.test(attributes)) return `negative size: ${tag}`
    if (close && stack.pop() !== name) return `unbalanced: ${tag}`
    if (!close && !empty) stack.push(name)
  }
  const texts = svg.replace(/<[^>]*>/g, '')
  if (/[<>]|&(?!(amp|lt|gt|quot);)/.test(texts)) return `unescaped: ${texts}`
  return stack.join()
}
