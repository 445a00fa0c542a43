import { balloon, dimension, text } from '../../annotations.ts'
import { type Point, range } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import type { Pen } from '../../marks.ts'
import { ellipse, group, line, polygon, polyline, solid } from '../../pens.ts'

interface Battery {
  ah: number
  cca: number
  l: number
}

/** Depth and height in millimetres of DIN batteries. */
const DEPTH = 175
const HEIGHT = 190
const H = HEIGHT * 0.5

export const battery = defineDrawing({
  kind: 'battery',
  title: (p) => `Starter battery, 12 V, ${p.ah} Ah, ${p.cca} A`,
  params: { ah: int(70, 20, 120), cca: int(640, 150, 1100), l: number(278, 175, 400) },
  crop: [20, 10, 264, 216],
  draw: (p) => {
    // lengths differ from 278 mm at half scale only, so that the longest battery fits the sheet
    const L = 278 + (p.l - 278) * 0.5
    const [tx, ty] = at(L * 0.84, DEPTH * 0.82, H)
    return [
      group('translate(0 -16)', [
        box(L),
        labelPlate(p, L),
        lid(L), // dimensions
        dimension(...at(L, 0, 0), ...at(0, 0, 0), 15, p.l),
        dimension(...at(0, 0, 0), ...at(0, DEPTH, 0), 15, DEPTH),
        dimension(...at(0, DEPTH, 0), ...at(0, DEPTH, H), 14, HEIGHT),
      ]),
      balloon(p.callout, 28, 36, tx - 6, ty - 28),
    ]
  },
})

/** Axonometric place of a point `a` along, `b` deep and `z` high. */
const at = (a: number, b: number, z: number): Point => [
  172 - a * 0.47 + b * 0.37,
  212 - a * 0.125 - b * 0.165 - z,
]

function box(L: number) {
  const band = (z: number, pen: Pen) => polyline([at(L, 0, z), at(0, 0, z), at(0, DEPTH, z)], pen)
  const ribs = range(5).map((i) => {
    const b = DEPTH * (0.14 + i * 0.18)
    return line(...at(0, b, 12), ...at(0, b, H - 20), 'thin')
  })
  return [
    polygon([at(0, 0, 0), at(L, 0, 0), at(L, 0, H), at(0, 0, H)], 'bold', 'plate'),
    polygon([at(0, 0, 0), at(0, DEPTH, 0), at(0, DEPTH, H), at(0, 0, H)], 'bold', 'plate'),
    polygon([at(0, 0, H), at(L, 0, H), at(L, DEPTH, H), at(0, DEPTH, H)], 'bold', 'plate'),
    [band(H - 14, 'mid'), band(H - 17, 'thin'), band(9, 'mid'), band(6, 'thin')],
    ribs,
  ]
}

/** Lettered in the plane of the long side. */
function labelPlate({ ah, cca }: Battery, L: number) {
  const [x, y] = at(L * 0.92, 0, H - 23)
  const w = L * 0.84 * 0.47
  const size = Math.min(15, w / 8)
  const lettering = [
    text(9, 22, '12 V', { size, anchor: 'start', weight: 'bold' }),
    text(w - 6, 22, `${ah} Ah`, { size, anchor: 'end', weight: 'bold' }),
    line(8, 30, w - 6, 30, 'thin'),
    text(9, 42, `${cca} A`, { size: 8.5, anchor: 'start' }),
    text(w - 6, 42, 'SEALED', { size: 8.5, anchor: 'end' }),
  ]
  const edge = [at(L * 0.92, 0, 15), at(L * 0.08, 0, 15), at(L * 0.08, 0, H - 23), at(L * 0.92, 0, H - 23)]
  return [polygon(edge), group(`matrix(1 .266 0 1 ${x.toFixed(2)} ${y.toFixed(2)})`, lettering)]
}

function lid(L: number) {
  const plugs = range(6).map((i) => {
    const [x, y] = at(L * (0.18 + i * 0.128), DEPTH * 0.47, H)
    return [
      ellipse(x, y, 9, 4.2, 'mid', 'plate'),
      ellipse(x, y - 2, 9, 4.2, 'mid', 'plate'),
      line(x - 5, y - 3.2, x + 5, y - 0.8, 'thin'),
    ]
  })
  const strip = [
    at(L * 0.9, DEPTH * 0.32, H),
    at(L * 0.1, DEPTH * 0.32, H),
    at(L * 0.1, DEPTH * 0.62, H),
    at(L * 0.9, DEPTH * 0.62, H),
  ]
  return [polygon(strip, 'thin'), plugs, post(L * 0.84, '+'), post(L * 0.14, '−')]
}

function post(a: number, sign: '+' | '−') {
  const [x, y] = at(a, DEPTH * 0.82, H)
  const [tx, ty] = at(a + (sign === '+' ? -34 : 34), DEPTH * 0.84, H)
  return [
    ellipse(x, y, 13, 6, 'thin', 'plate'),
    solid`M${x - 8} ${y}V${y - 13}A8 3.6 0 0 1 ${x + 8} ${y - 13}V${y}A8 3.6 0 0 1 ${x - 8} ${y}Z`,
    ellipse(x, y - 13, 8, 3.6, 'mid', 'plate'),
    ellipse(x, y - 13, 4.4, 2, 'thin'),
    text(tx, ty + 4, sign, { size: 13, weight: 'bold' }),
  ]
}
