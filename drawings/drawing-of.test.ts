import { expect, test } from 'vitest'
import { type DrawnType, drawingPath } from './drawing-of.ts'
import { kinds, renderDrawing } from './registry.ts'

const disc: DrawnType = {
  drawing: 'brake-disc',
  drawingParameters: { d: 'diameter', t: 'thickness', bolts: 'bolt_holes', drilled: 'drillings' },
}
const part = { category: 'body', productName: 'Brake disc, front', partNumber: 'BR-1', type: disc }

function draw(path: string): string {
  const url = new URL(path, 'http://localhost')
  const kind = /^\/drawings\/([a-z-]+)\.svg$/.exec(url.pathname)?.[1] ?? ''
  return renderDrawing(kind, url.searchParams) ?? 'no drawing'
}

test('the parameters are the values that the part has, in the order of the type', () => {
  const attributes = { bolt_holes: 5, axle: 'front', diameter: 280, thickness: 22 }
  expect(drawingPath({ ...part, attributes })).toBe('/drawings/brake-disc.svg?d=280&t=22&bolts=5&dims=given')
  expect(drawingPath({ ...part, attributes: { thickness: 12.5 } })).toBe(
    '/drawings/brake-disc.svg?t=12.5&dims=given',
  )
  expect(drawingPath({ ...part, attributes: {} })).toBe('/drawings/brake-disc.svg?dims=given')
})

test('booleans are 1 and 0, mapped values the words of the drawing, constants always there', () => {
  const type: DrawnType = {
    drawing: 'shock',
    drawingParameters: {
      coil: { value: 'false' },
      lever: 'parking_brake',
      side: { attribute: 'side', values: { left: 'L', right: 'R' } },
      label: { attribute: 'grade', values: { 'dot-5.1': 'DOT 5.1' } },
    },
  }
  const path = (attributes: Record<string, string | number | boolean>) =>
    drawingPath({ ...part, type, attributes })
  expect(path({ parking_brake: true, side: 'right' })).toBe(
    '/drawings/shock.svg?coil=false&lever=1&side=R&dims=given',
  )
  expect(path({ parking_brake: false, side: 'both-sides', grade: 'dot-5.1' })).toBe(
    '/drawings/shock.svg?coil=false&lever=0&label=DOT%205.1&dims=given',
  )
  expect(path({ side: 'constructor' })).toBe('/drawings/shock.svg?coil=false&dims=given')
})

test('a value cannot add parameters of its own', () => {
  const type: DrawnType = { drawing: 'canister', drawingParameters: { label: 'name' } }
  const path = drawingPath({ ...part, type, attributes: { name: 'A&litres=60#"<' } })
  expect(path).toBe('/drawings/canister.svg?label=A%26litres%3D60%23%22%3C&dims=given')
})

test('without a type, or one without a drawing, the words of the name decide, and nothing is lettered', () => {
  for (const type of [null, {}, { drawing: null }]) {
    const path = drawingPath({ ...part, type, attributes: { diameter: 330 } })
    expect(path).toMatch(/^\/drawings\/brake-disc\.svg\?.*&dims=none$/)
    expect(labelsOf(draw(path))).toEqual(0)
  }
})

test('a value out of the bounds of the drawing is lettered as it is, the shape is clamped', () => {
  const path = (diameter: number) => drawingPath({ ...part, attributes: { diameter } })
  expect(draw(path(480))).not.toBe(draw(path(400)))
  expect(labelsOf(draw(path(480)))).toBe(labelsOf(draw(path(400))))
  const shape = (diameter: number) => draw(path(diameter).replace('dims=given', 'dims=none'))
  expect(shape(480)).toBe(shape(400))
  expect(shape(390)).not.toBe(shape(400))
})

test('a size that the part does not have is not lettered', () => {
  const all = { diameter: 280, thickness: 22 }
  const labels = (attributes: Record<string, number>) => labelsOf(draw(drawingPath({ ...part, attributes })))
  expect(labels({})).toBe(0)
  expect(labels({ diameter: 280 })).toBeGreaterThan(0)
  expect(labels(all)).toBeGreaterThan(labels({ diameter: 280 }))
  // the address of an import from before the types letters every size
  expect(labelsOf(draw('/drawings/brake-disc.svg?d=280'))).toBeGreaterThan(labels(all))
})

/** Arrows that are not of sizes: the flow of air, a terminal, the drawing of nothing. */
const ARROWS: Record<string, number> = { 'air-filter': 3, alternator: 1, 'not-found': 2 }

/** The sizes that a drawing letters. */
const LETTERED: Record<string, readonly string[]> = {
  bumper: ['w'],
  wiper: ['length'],
  'brake-disc': ['d', 't'],
  bulb: ['volts'],
  gasket: ['d'],
  'brake-pads': ['w', 'h'],
  'air-filter': ['w', 'h'],
  'cabin-filter': ['w', 'h'],
  canister: ['litres'],
  'oil-bottle': ['litres'],
  'oil-filter': ['d', 'h'],
  radiator: ['w', 'h'],
  turbo: ['inlet'],
  'ignition-coil': ['length'],
  'spark-plug': ['reach', 'hex', 'gap'],
  clutch: ['d', 'splines'],
  'cv-joint': ['splines'],
  piston: ['bore', 'pin'],
  'timing-belt': ['teeth', 'width'],
  battery: ['ah', 'cca', 'l'],
  starter: ['teeth'],
  'ball-joint': ['taper'],
  'control-arm': ['length'],
  shock: ['length'],
  spring: ['wire', 'd', 'free'],
  'stabiliser-link': ['length'],
  tyre: ['w', 'rim'],
  wheel: ['d', 'j'],
  'wheel-bearing': ['d', 'bore'],
  jack: ['tonnes'],
  'torque-wrench': ['nm'],
}

test.each(kinds.map((drawing) => [drawing.kind, drawing] as const))(
  '%s letters what the address gives and nothing else',
  (kind, drawing) => {
    const path = (query: string) => draw(`/drawings/${kind}.svg?${query}`)
    expect(labelsOf(path('dims=none')), 'without any value').toBe(ARROWS[kind] ?? 0)
    expect(path('dims=given'), 'given nothing').toBe(path('dims=none'))
    for (const [name, param] of Object.entries(drawing.params)) {
      expect(path(`${name}=%3C%3E&dims=given`), `${name} is invalid`).toBe(path('dims=given'))
      const most = param.samples.at(-1) ?? ''
      if (typeof param.fallback !== 'number') continue
      // the shape of both is that of the bound: a difference is lettering
      const beyond = String(Number(most) + 1)
      expect(path(`${name}=${beyond}&dims=none`), name).toBe(path(`${name}=${most}&dims=none`))
      const differs = path(`${name}=${beyond}&dims=given`) !== path(`${name}=${most}&dims=given`)
      expect(differs, name).toBe(LETTERED[kind]?.includes(name) ?? false)
    }
  },
)

test('what is given is lettered without what the drawing adds to it', () => {
  for (const address of ['sensor.svg?thread=m12', 'gasket.svg?bores=4&d=82', 'ball-joint.svg?taper=18']) {
    expect(labelsOf(draw(`/drawings/${address}&dims=given`)), address).toBe(1)
    expect(labelsOf(draw(`/drawings/${address}`)), address).toBeGreaterThan(1)
  }
})

test('titles name the kind alone where not everything is given', () => {
  expect(draw('/drawings/brake-disc.svg?d=280&dims=given')).toContain('<title>Brake disc</title>')
  expect(draw('/drawings/brake-disc.svg?d=280')).toContain('<title>Brake disc, ⌀280 × 22 mm, 5 bolts</title>')
})

/** Dimensions and notes end in an arrow. */
function labelsOf(svg: string): number {
  return svg.split('M0 0L-7 1.5V-1.5Z').length - 1
}

test('the attributes may be those that the API shows', () => {
  const attributes = [
    { key: 'diameter', value: 280 },
    { key: 'thickness', value: 22 },
  ]
  const part = { name: 'Disc', productName: 'Disc', category: 'body', type: disc }
  const values = Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
  expect(drawingPath({ ...part, attributes })).toBe(drawingPath({ ...part, attributes: values }))
  expect(drawingPath({ ...part, attributes })).toContain('280')
})
