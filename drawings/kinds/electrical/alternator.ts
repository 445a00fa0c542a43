import { balloon, centreCross, centreLine, dimension, leader } from '../../annotations.ts'
import { points, polar, range, sector } from '../../geometry.ts'
import { defineDrawing, int } from '../../kind.ts'
import { hexagon, hole } from '../../parts.ts'
import { circle, disc, line, path, rect, solid } from '../../pens.ts'

const CX = 102
const CY = 120

export const alternator = defineDrawing({
  kind: 'alternator',
  title: (p) => `Alternator, 14 V, ${p.amps} A`,
  params: { amps: int(120, 40, 250) },
  crop: [24, 22, 156, 196],
  draw: ({ amps, callout }) => {
    const R = 50 + amps * 0.06
    return [front(R), side(amps, R), balloon(callout, 22, 34, ...polar(CX, CY, R - 6, 216))]
  },
})

const front = (R: number) => [
  ear(-78, R),
  ear(102, R),
  disc(CX, CY, R, R - 3),
  // bolts
  [45, 135, 225, 315].map((a) => [
    circle(...polar(CX, CY, R * 0.95, a), 6, 'bold', 'plate'),
    hexagon(...polar(CX, CY, R * 0.95, a), 4.2, a),
  ]),
  circle(CX, CY, R * 0.87, 'thin'),
  // vents
  range(14).map((i) => {
    const a = i * 25.714286
    return path(sector(CX, CY, R * 0.62, R * 0.84, a - 8, a + 8), 'mid', 'tint')
  }),
  circle(CX, CY, R * 0.55, 'bold', 'plate'),
  [0.52, 0.49, 0.46].map((share) => circle(CX, CY, R * share, 'thin')),
  circle(CX, CY, R * 0.4),
  circle(CX, CY, R * 0.25, 'mid', 'plate'),
  hexagon(CX, CY, R * 0.2, 15),
  circle(CX, CY, R * 0.1, 'mid', 'plate'),
  centreCross(CX, CY, R + 10),
]

/** A mounting eye at the rim. */
function ear(angle: number, R: number) {
  const [x, y] = polar(CX, CY, R + 12, angle)
  const a = polar(CX, CY, R - 2, angle - 26)
  const b = polar(CX, CY, R - 2, angle + 26)
  const c = polar(x, y, 11, angle + 80)
  const d = polar(x, y, 11, angle - 80)
  return [
    solid`M${points([a, d])}A11 11 0 0 1 ${points([c])}L${points([b])}Z`,
    circle(x, y, 7.5, 'thin'),
    hole(x, y, 5),
  ]
}

function side(amps: number, R: number) {
  const stack = 20 + amps * 0.06
  const end = 234 + stack
  const top = CY - R
  const bottom = CY + R
  const shield = (x1: number, x2: number, corner: number) =>
    solid`M${x1} ${top + 4}H${x2}Q${x2 + corner} ${top + 4} ${x2 + corner} ${top + 16}V${bottom - 16}Q${x2 + corner} ${bottom - 4} ${x2} ${bottom - 4}H${x1}Z`
  const laminations = range(stack / 3 - 1).map((i) => line(237 + i * 3, top, 237 + i * 3, bottom, 'thin'))
  const slots = range(5).map((i) =>
    rect(end + 4, CY - R * 0.62 + (i * R * 1.24) / 5, 16, (R * 1.24) / 5 - 5, 'thin', 'tint', 2),
  )
  const openings = range(4).map((i) =>
    rect(219, CY - R * 0.6 + (i * R * 1.2) / 4, 11, (R * 1.2) / 4 - 6, 'thin', 'tint', 3),
  )
  return [
    pulley(214, R * 0.55),
    shield(end, end + 22, 8),
    slots,
    rect(end + 30, CY - 30, 6, 12, 'mid', 'plate', 1),
    rect(end + 36, CY - 27, 7, 6, 'mid', 'plate', 1),
    rect(end + 30, CY + 12, 8, 16, 'mid', 'plate', 1),
    solid`M234 ${top + 4}H222Q214 ${top + 4} 214 ${top + 16}V${bottom - 16}Q214 ${bottom - 4} 222 ${bottom - 4}H234Z`,
    openings,
    rect(234, top, stack, 2 * R, 'bold', 'plate'),
    laminations,
    centreLine(180, CY, end + 48, CY),
    dimension(190, bottom, end + 30, bottom, 24, Math.round(150 + amps * 0.2)),
    leader(end + 42, CY - 24, end + 30, 34, 'B+', -1),
  ]
}

/** Six grooves for a poly-V belt. */
function pulley(x: number, r: number) {
  const from = x - 26
  const ribs = 6
  const grooves = range(ribs).map((i) =>
    line(from + 3 + i * 3, CY - r + 3, from + 3 + i * 3, CY + r - 3, 'thin'),
  )
  return [
    rect(x - 6, CY - 9, 8, 18, 'mid', 'plate'),
    rect(from - 7, CY - 7, 8, 14, 'mid', 'plate', 1),
    rect(from, CY - r, 21, 2 * r, 'bold', 'plate', 1),
    grooves,
  ]
}
