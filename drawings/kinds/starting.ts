import { centreCross, dimension, leader } from '../annotations.ts'
import { type Point, points, polar, range, sector } from '../geometry.ts'
import { defineDrawing, int, number } from '../kind.ts'
import { text } from '../lettering.ts'
import { group, type Label, type Pen } from '../marks.ts'
import { gear, hexagon, hole } from '../parts.ts'
import { axis, inlay, line, path, solid, thin, tube } from '../paths.ts'
import { circle, disc, ellipse, polygon, polyline, rect, rings, rivet } from '../shapes.ts'

/** Depth and height in millimetres of DIN batteries. */
const DEPTH = 175
const HEIGHT = 190
/** The height in units of the sheet. */
const H = HEIGHT * 0.5

export const battery = defineDrawing({
  kind: 'battery',
  title: (p) => `Starter battery, 12 V, ${p.ah} Ah, ${p.cca} A`,
  params: { ah: int(70, 20, 120), cca: int(640, 150, 1100), l: number(278, 175, 400) },
  crop: [20, 10, 264, 216],
  draw: ({ l, say }) => {
    // lengths differ from 278 mm at half scale only, so that the longest battery fits the sheet
    const L = 278 + (l - 278) * 0.5
    return group('translate(0 -16)', [
      box(L),
      labelPlate(
        L,
        say(['ah'], (v) => `${v.ah} Ah`),
        say(['cca'], (v) => `${v.cca} A`),
      ),
      lid(L),
      dimension(
        ...at(L, 0, 0),
        ...at(0, 0, 0),
        15,
        say(['l'], (v) => v.l),
      ),
      dimension(...at(0, 0, 0), ...at(0, DEPTH, 0), 15, DEPTH),
      dimension(...at(0, DEPTH, 0), ...at(0, DEPTH, H), 14, HEIGHT),
    ])
  },
})

/** Projects onto the sheet a point `a` mm along the battery, `b` mm deep and `z` units of the sheet high. */
const at = (a: number, b: number, z: number): Point => [
  172 - a * 0.47 + b * 0.37,
  212 - a * 0.125 - b * 0.165 - z,
]

function box(L: number) {
  const wall = (...outline: Point[]) => polygon(outline, 'bold', 'plate')
  const band = (z: number, pen: Pen) => polyline([at(L, 0, z), at(0, 0, z), at(0, DEPTH, z)], pen)
  return [
    wall(at(0, 0, 0), at(L, 0, 0), at(L, 0, H), at(0, 0, H)),
    wall(at(0, 0, 0), at(0, DEPTH, 0), at(0, DEPTH, H), at(0, 0, H)),
    wall(at(0, 0, H), at(L, 0, H), at(L, DEPTH, H), at(0, DEPTH, H)),
    [band(H - 14, 'mid'), band(H - 17, 'thin'), band(9, 'mid'), band(6, 'thin')],
    range(5).map((i) => {
      const b = DEPTH * (0.14 + i * 0.18)
      return line(...at(0, b, 12), ...at(0, b, H - 20), 'thin')
    }),
  ]
}

function labelPlate(L: number, capacity: Label, current: Label) {
  const [x, y] = at(L * 0.92, 0, H - 23)
  const w = L * 0.84 * 0.47
  const size = Math.min(15, w / 8)
  const lettering = [
    text(9, 22, { text: '12 V', of: [] }, { size, anchor: 'start', weight: 'bold' }),
    text(w - 6, 22, capacity, { size, anchor: 'end', weight: 'bold' }),
    line(8, 30, w - 6, 30, 'thin'),
    text(9, 42, current, { size: 8.5, anchor: 'start' }),
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
  const near = DEPTH * 0.32
  const far = DEPTH * 0.62
  const strip = [at(L * 0.9, near, H), at(L * 0.1, near, H), at(L * 0.1, far, H), at(L * 0.9, far, H)]
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

const ALTERNATOR_CENTRE = [102, 120] as const

export const alternator = defineDrawing({
  kind: 'alternator',
  title: (p) => `Alternator, 14 V, ${p.amps} A`,
  params: { amps: int(120, 40, 250) },
  crop: [24, 22, 156, 196],
  draw: ({ amps }) => {
    const R = 50 + amps * 0.06
    return [
      ear(-78, R),
      ear(102, R),
      disc(...ALTERNATOR_CENTRE, R, R - 3),
      [45, 135, 225, 315].map((a) => [
        circle(...polar(...ALTERNATOR_CENTRE, R * 0.95, a), 6, 'bold', 'plate'),
        hexagon(...polar(...ALTERNATOR_CENTRE, R * 0.95, a), 4.2, a),
      ]),
      circle(...ALTERNATOR_CENTRE, R * 0.87, 'thin'),
      range(14).map((i) => {
        const a = i * 25.714286
        return path(sector(...ALTERNATOR_CENTRE, R * 0.62, R * 0.84, a - 8, a + 8), 'mid', 'tint')
      }),
      circle(...ALTERNATOR_CENTRE, R * 0.55, 'bold', 'plate'),
      [0.52, 0.49, 0.46].map((share) => circle(...ALTERNATOR_CENTRE, R * share, 'thin')),
      circle(...ALTERNATOR_CENTRE, R * 0.4),
      circle(...ALTERNATOR_CENTRE, R * 0.25, 'mid', 'plate'),
      hexagon(...ALTERNATOR_CENTRE, R * 0.2, 15),
      circle(...ALTERNATOR_CENTRE, R * 0.1, 'mid', 'plate'),
      centreCross(...ALTERNATOR_CENTRE, R + 10),
      alternatorSide(amps, R),
    ]
  },
})

function ear(angle: number, R: number) {
  const [x, y] = polar(...ALTERNATOR_CENTRE, R + 12, angle)
  const a = polar(...ALTERNATOR_CENTRE, R - 2, angle - 26)
  const b = polar(...ALTERNATOR_CENTRE, R - 2, angle + 26)
  const c = polar(x, y, 11, angle + 80)
  const d = polar(x, y, 11, angle - 80)
  return [
    solid`M${points([a, d])}A11 11 0 0 1 ${points([c])}L${points([b])}Z`,
    circle(x, y, 7.5, 'thin'),
    hole(x, y, 5),
  ]
}

function alternatorSide(amps: number, R: number) {
  const stack = 20 + amps * 0.06
  const end = 234 + stack
  const top = 120 - R
  const bottom = 120 + R
  const shield = (x1: number, x2: number, corner: number) =>
    solid`M${x1} ${top + 4}H${x2}Q${x2 + corner} ${top + 4} ${x2 + corner} ${top + 16}V${bottom - 16}Q${x2 + corner} ${bottom - 4} ${x2} ${bottom - 4}H${x1}Z`
  const r = R * 0.55
  return [
    rect(208, 111, 8, 18, 'mid', 'plate'),
    rect(181, 113, 8, 14, 'mid', 'plate', 1),
    rect(188, 120 - r, 21, 2 * r, 'bold', 'plate', 1),
    range(6).map((i) => line(191 + i * 3, 120 - r + 3, 191 + i * 3, 120 + r - 3, 'thin')),
    shield(end, end + 22, 8),
    range(5).map((i) =>
      rect(end + 4, 120 - R * 0.62 + (i * R * 1.24) / 5, 16, (R * 1.24) / 5 - 5, 'thin', 'tint', 2),
    ),
    rect(end + 30, 90, 6, 12, 'mid', 'plate', 1),
    rect(end + 36, 93, 7, 6, 'mid', 'plate', 1),
    rect(end + 30, 132, 8, 16, 'mid', 'plate', 1),
    shield(234, 222, -8),
    range(4).map((i) =>
      rect(219, 120 - R * 0.6 + (i * R * 1.2) / 4, 11, (R * 1.2) / 4 - 6, 'thin', 'tint', 3),
    ),
    rect(234, top, stack, 2 * R, 'bold', 'plate'),
    range(stack / 3 - 1).map((i) => line(237 + i * 3, top, 237 + i * 3, bottom, 'thin')),
    axis`M180 120H${end + 48}`,
    dimension(190, bottom, end + 30, bottom, 24, Math.round(150 + amps * 0.2)),
    leader(end + 42, 96, end + 30, 34, 'B+', -1),
  ]
}

export const starter = defineDrawing({
  kind: 'starter',
  title: (p) => `Starter motor, 12 V, ${p.kw} kW, ${p.teeth} teeth`,
  params: { kw: number(1.4, 0.7, 4), teeth: int(9, 7, 15) },
  crop: [14, 50, 196, 138],
  draw: ({ kw, teeth, say }) => {
    const pinion = 9 + teeth * 0.6
    return [
      starterSide(kw, pinion),
      solid`M220 122A13 13 0 0 1 228 110L242 84A24 24 0 0 1 274 84L292 152A13 13 0 0 1 298 174L272 172A34 34 0 0 1 228 156Z`,
      rivet(258, 94, 20, 17),
      disc(258, 140, 28 + kw, 25 + kw),
      gear(258, 140, pinion + 2, teeth, 5),
      rings(258, 140, [6], [2.4]),
      hole(229, 120, 4.5),
      hole(290, 163, 4.5),
      centreCross(258, 140, 42),
      leader(
        ...polar(258, 140, pinion + 2, 70),
        268,
        196,
        say(['teeth'], (v) => `Z ${v.teeth}`),
      ),
    ]
  },
})

function starterSide(kw: number, pinion: number) {
  const length = 62 + kw * 14
  const end = 86 + length
  const r = 29 + kw * 2
  const y = 140 - r - 23
  const to = Math.min(end - 6, 154)
  return [
    inlay`M80 ${y + 14}V${140 - r + 4}H${to - 10}V${y + 14}Z`,
    rect(80, y - 20, to - 86, 42, 'bold', 'plate', 2),
    line(88, y - 20, 88, y + 22, 'thin'),
    solid`M${to - 6} ${y - 16}h10l4 5v22l-4 5h-10Z`,
    [-10, 5].map((v) => rect(to + 8, y + v, 10, 6, 'mid', 'plate', 1)),
    [-12, 3].map((v) => rect(to + 10, y + v, 4, 10, 'mid', 'plate', 1)),
    tube(`M${to + 18} ${y + 8}C${to + 34} ${y + 10} ${to + 30} ${y + 30} ${to + 16} ${140 - r + 2}`, 5, 0.9),
    leader(to + 15, y - 7, to + 26, 24, 'B+ M8'),
    axis`M72 ${y + 1}H${to + 26}`,
    solid`M72 114H58Q44 116 40 130V150Q44 164 58 166H72Z`,
    thin`M42 132H66M42 148H66`,
    rect(46, 140 - pinion, 16, 2 * pinion, 'mid', 'plate', 1),
    range(6).map((i) =>
      line(46, 140 - pinion + ((i + 0.5) * pinion) / 3, 62, 140 - pinion + ((i + 0.5) * pinion) / 3, 'thin'),
    ),
    rect(30, 136, 12, 8, 'mid', 'plate', 1),
    rect(72, 94, 8, 88, 'bold', 'plate', 1.5),
    [-38, 34].map((v) => axis`M64 ${140 + v}H90`),
    rect(86, 140 - r, length, 2 * r, 'bold', 'plate', 3),
    rect(80, 140 - r + 3, 6, 2 * r - 6, 'mid', 'plate'),
    solid`M${end} ${140 - r + 4}h8q6 0 6 8v${2 * r - 24}q0 8 -6 8h-8Z`,
    [0.14, 0.86].map((share) => line(86 + length * share, 140 - r, 86 + length * share, 140 + r, 'thin')),
    thin`M100 ${140 - r + 8}H${end - 12}M100 ${140 - r + 11}H${end - 34}`,
    [-1, 1].map((g) => rect(end + 14, 140 + g * r * 0.6 - 3, 4, 6, 'mid', 'plate', 1)),
    axis`M22 140H${end + 26}`,
    dimension(72, 182, end + 14, 182, 22, Math.round(118 + kw * 40)),
  ]
}
