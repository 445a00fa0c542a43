import { balloon, centreCross, centreLine, dimension, leader, pitchCircle } from '../../annotations.ts'
import { type Point, points, polar, range } from '../../geometry.ts'
import { defineDrawing, int } from '../../kind.ts'
import { hole } from '../../parts.ts'
import { circle, corners, inlay, rect, rings, section, solid } from '../../pens.ts'

const CX = 102
const CY = 118

export const waterPump = defineDrawing({
  kind: 'water-pump',
  title: (p) => `Water pump, ${p.blades} blades`,
  params: { blades: int(7, 4, 12) },
  crop: [22, 30, 164, 172],
  draw: ({ blades, callout }) => [
    flange(),
    impeller(blades),
    side(blades),
    leader(...polar(CX, CY, 42, 50), CX + 30, 212, `⌀${60 + blades}`),
    balloon(callout, 24, 34, ...polar(CX, CY, 62, 214)),
  ],
})

const BOLTS = [-100, -40, 20, 80, 140, 200]

function flange() {
  const edge = BOLTS.map((angle, i) => {
    const [x, y] = polar(CX, CY, 64, angle)
    const from = polar(x, y, 11, angle - 62)
    const to = polar(x, y, 11, angle + 62)
    const next = BOLTS[(i + 1) % BOLTS.length] ?? 0
    const dip = polar(CX, CY, 54, (angle + (next < angle ? next + 360 : next)) / 2)
    return `${i ? '' : `M${points([from])}`}A11 11 0 0 1 ${points([to])}Q${points([dip])} ${points([polar(...polar(CX, CY, 64, next), 11, next - 62)])}`
  })
  return [
    solid`${edge.join('')}Z`,
    BOLTS.map((angle) => hole(...polar(CX, CY, 64, angle), 5)),
    rings(CX, CY, [51], [48]),
    pitchCircle(CX, CY, 64),
    centreCross(CX, CY, 82),
  ]
}

/** Backward-curved blades on a pressed disc. */
function impeller(blades: number) {
  const at = (r: number, angle: number) => points([polar(CX, CY, r, angle)])
  const vanes = range(blades).map((i) => {
    const a = (i * 360) / blades
    return inlay`M${at(15, a)}Q${at(30, a + 4)} ${at(41, a + 36)}L${at(41, a + 41)}Q${at(30, a + 12)} ${at(15, a + 14)}Z`
  })
  return [
    circle(CX, CY, 42, 'bold', 'plate'),
    circle(CX, CY, 42, 'none', 'tint'),
    vanes,
    circle(CX, CY, 15, 'bold', 'plate'),
    rings(CX, CY, [8], [6]),
  ]
}

/** Pulley hub, bearing housing cut open, flange, impeller. */
function side(blades: number) {
  const wall = (g: 1 | -1): Point[] => {
    const y = (v: number) => CY + g * v
    return corners`228,${y(14)} 228,${y(22)} 256,${y(26)} 262,${y(34)} 262,${y(74)} 270,${y(74)} 270,${y(14)}`
  }
  const balls = [-1, 1].map((g) => [24, 46].map((u) => circle(212 + u, CY + g * 10.5, 3.4, 'mid', 'plate')))
  return [
    rect(276, CY - 42, 6, 84, 'bold', 'plate', 1),
    range(Math.ceil(blades / 2)).map((i) => {
      const y = CY - 38 + (i * 66) / Math.max(1, Math.ceil(blades / 2) - 1)
      return rect(282, y, 18, 10, 'mid', 'plate', 1)
    }),
    rect(274, CY - 12, 20, 24, 'mid', 'plate', 1),
    section(wall(-1), 3.4),
    section(wall(1), 3.4),
    rect(228, CY - 14, 42, 28, 'mid', 'plate'),
    balls,
    rect(200, CY - 7, 86, 14, 'bold', 'plate', 1),
    rect(206, CY - 36, 9, 72, 'bold', 'plate', 1.5),
    [-26, 26].map((v) => centreLine(200, CY + v, 221, CY + v)),
    rect(215, CY - 16, 6, 32, 'mid', 'plate'),
    centreLine(190, CY, 310, CY),
    dimension(206, CY + 74, 300, CY + 74, 16, 96),
    dimension(206, CY - 36, 206, CY + 36, 14, '⌀72'),
  ]
}
