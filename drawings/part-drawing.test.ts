import { expect, test } from 'vitest'
import { drawingByWords } from './part-drawing.ts'
import { kinds, renderDrawing } from './registry.ts'

const CATEGORIES = ['tools', 'wheels', 'engine', 'suspension', 'body', 'lighting', 'electrical', 'fluids']

function draw(path: string): string | undefined {
  const url = new URL(path, 'http://localhost')
  const kind = /^\/drawings\/([a-z-]+)\.svg$/.exec(url.pathname)?.[1] ?? ''
  return renderDrawing(kind, url.searchParams)
}

function kindOf(productName: string, category = 'tools'): string {
  return /drawings\/([a-z-]+)\.svg/.exec(drawingByWords({ category, productName }))?.[1] ?? ''
}

test.each([
  ['Front brake disc, drilled', 'brake-disc'],
  ['Vented rotor 330 mm', 'brake-disc'],
  ['Brake pads, front, set of four', 'brake-pads'],
  ['Brake fluid DOT 4', 'canister'],
  ['Summer tyre 205/55 R16', 'tyre'],
  ['All-season tire', 'tyre'],
  ['Tyre inflator with gauge', 'inflator'],
  ['Alloy wheel 17″', 'wheel'],
  ['Wheel bearing kit', 'wheel-bearing'],
  ['Oil filter, spin-on', 'oil-filter'],
  ['Cabin filter with charcoal', 'cabin-filter'],
  ['Engine oil 5W-30', 'oil-bottle'],
  ['Coil spring, rear', 'spring'],
  ['Coilover shock absorber', 'shock'],
  ['Ratchet and socket set', 'socket-wrench'],
  ['Torque wrench', 'torque-wrench'],
  ['Tail lamp, left', 'tail-lamp'],
  ['Headlight', 'headlamp'],
  ['Lower control arm', 'control-arm'],
  ['CV joint kit', 'cv-joint'],
  ['Oil pressure switch', 'sensor'],
  ['Water pump with gasket and bolts', 'water-pump'],
  ['Headlamp, H4, left', 'headlamp'],
])('%s is drawn as %s', (name, kind) => {
  expect(kindOf(name)).toBe(kind)
})

test('an unknown name falls back to the category', () => {
  const drawn = CATEGORIES.map((category) => kindOf('Part no. 7', category))
  expect(drawn).toEqual([
    'socket-wrench',
    'wheel',
    'piston',
    'shock',
    'brake-disc',
    'headlamp',
    'fuse-box',
    'canister',
  ])
  expect(kindOf('Part no. 7', 'no such category')).toBe('not-found')
})

test('values in the name become parameters of the drawing', () => {
  const path = (productName: string) =>
    drawingByWords({ category: 'lighting', productName, partNumber: 'LI-1' })
  expect(path('Bulb H7 12 V')).toBe('/drawings/bulb.svg?type=h7')
  expect(path('Tail lamp, right')).toContain('/drawings/tail-lamp.svg?side=right')
  expect(path('Motor oil 10W-40')).toContain('grade=10W-40')
})

test('the part number varies the parameters of a drawing, and null counts as none', () => {
  const path = (partNumber: string | null) =>
    drawingByWords({ category: 'body', productName: 'Brake disc', partNumber })
  const numbers = Array.from({ length: 200 }, (_, i) => `BR-${i}`)
  expect(path('BR-1')).toBe(path('BR-1'))
  expect(path(null)).toBe(drawingByWords({ category: 'body', productName: 'Brake disc' }))
  expect(new Set(numbers.map(path)).size).toBeGreaterThan(100)
})

test('paths name existing drawings, with parameters that are read unchanged', () => {
  const names = kinds.map(({ kind }) => kind.replace('-', ' '))
  const seen = new Set<string>()
  for (const productName of [
    ...names,
    'coolant',
    'adblue',
    'washer',
    'gear oil',
    'filter',
    'cleaner',
    'x',
    '',
    '<svg onload=1>',
  ]) {
    for (const category of [...CATEGORIES, '']) {
      for (let i = 0; i < 12; i += 1)
        seen.add(drawingByWords({ category, productName, partNumber: `P-${i}` }))
    }
  }
  for (const path of seen) {
    expect(path).toMatch(/^\/drawings\/[a-z-]+\.svg(\?[A-Za-z0-9.,=&-]+)?$/)
    expect(draw(path), path).toBeDefined()
    expect(misread(path), path).toEqual([])
  }
  expect(seen.size).toBeGreaterThan(300)
})

/** Parameters of a path that the kind does not have, or reads as another value. */
function misread(path: string): string[] {
  const url = new URL(path, 'http://localhost')
  const kind = kinds.find((each) => url.pathname === `/drawings/${each.kind}.svg`)
  return [...url.searchParams].flatMap(([name, raw]) => {
    const value = kind?.params[name]?.read(raw)
    const plain = { l: 'left', r: 'right', true: '1', false: '0' }[String(value)] ?? String(value)
    return plain === raw ? [] : [`${name}=${raw}`]
  })
}
