import { balloon, centreCross, centreLine, dimension } from '../../annotations.ts'
import { between, type Point, points, polar, range } from '../../geometry.ts'
import { defineDrawing, flag, int, number } from '../../kind.ts'
import type { Pen } from '../../marks.ts'
import { circle, corners, disc, line, path, rings, section, tinted } from '../../pens.ts'

interface Wheel {
  d: number
  j: number
  spokes: number
  twin: boolean
  bolts: number
}

const CX = 108
const CY = 116

export const wheel = defineDrawing({
  kind: 'wheel',
  title: (p) => `Alloy wheel, ${p.d} inch, ${p.j}J, ${p.spokes} ${p.twin ? 'twin ' : ''}spokes`,
  params: {
    d: int(17, 13, 22),
    j: number(7.5, 4, 12),
    spokes: int(5, 3, 16),
    twin: flag(),
    bolts: int(5, 3, 8),
  },
  crop: [20, 28, 176, 176],
  draw: (p) => {
    // a smaller scale above 18 inches, so that the largest wheel fits the sheet
    const R = 62 + (Math.min(p.d, 18) - 14) * 5 + Math.max(0, p.d - 18) * 2.5
    return [face(p, R), rimSection(p, R), balloon(p.callout, 22, 26, ...polar(CX, CY, R - 4, 224))]
  },
})

function face(p: Wheel, R: number) {
  const step = 360 / p.spokes
  const ro = R - 11
  const ri = R * 0.36
  const openings = range(p.spokes).map((i) => {
    const angle = -90 + step / 2 + i * step
    return [
      opening(p, R, angle, 0),
      opening(p, R, angle, 3),
      p.twin ? split(p, R, angle + step / 2) : ridge(ri, ro, angle + step / 2),
    ]
  })
  const nuts = range(p.bolts).map((i) => {
    const [x, y] = polar(CX, CY, R * 0.245, -90 + (i * 360) / p.bolts)
    return [circle(x, y, R * 0.055, 'mid', 'plate'), circle(x, y, R * 0.03, 'thin')]
  })
  return [
    disc(CX, CY, R, R - 2.6),
    rings(CX, CY, [R - 6], [R - 8]),
    openings,
    circle(CX, CY, ri - 2, 'thin'),
    nuts,
    disc(CX, CY, R * 0.145, R * 0.11),
    circle(...polar(CX, CY, ro + 1, 97), 2.2, 'mid', 'plate'),
    centreCross(CX, CY, R + 8),
  ]
}

/** Half the angle that a spoke covers at the rim. */
const spokeHalf = ({ spokes, twin }: Wheel): number => (360 / spokes) * (twin ? 0.3 : 0.2)

/** The window between two spokes, `g` units smaller all round. */
function opening(p: Wheel, R: number, a: number, g: number) {
  const half = spokeHalf(p)
  const wo = 180 / p.spokes - half * (p.twin ? 1 : 0.72) - g * 0.35
  const wi = (180 / p.spokes - half) * 0.72 - g * 0.6
  const ro = R - 11 - g
  const ri = R * 0.36 + g
  const e = 0.12
  const corner = Math.min(4, wo * 0.3)
  const at = (r: number, angle: number) => points([polar(CX, CY, r, angle)])
  const mid = (p1: Point, p2: Point, share: number) => points([between(p1, p2, share)])
  const A = polar(CX, CY, ri, a - wi)
  const B = polar(CX, CY, ro, a - wo)
  const C = polar(CX, CY, ro, a + wo)
  const D = polar(CX, CY, ri, a + wi)
  const up = `M${mid(A, B, e)}L${mid(A, B, 1 - e * 0.7)}Q${points([B])} ${at(ro, a - wo + corner)}`
  const rim = `A${ro} ${ro} 0 0 1 ${at(ro, a + wo - corner)}`
  const down = `Q${points([C])} ${mid(C, D, e * 0.7)}L${mid(C, D, 1 - e)}Q${points([D])} ${at(ri + g * 0.1, a)}Q${points([A])} ${mid(A, B, e)}Z`
  return g === 0 ? path(up + rim + down, 'bold', 'tint') : path(up + rim + down, 'thin')
}

function split(p: Wheel, R: number, a: number) {
  const ro = R - 13
  const half = spokeHalf(p) * 0.34
  const at = (r: number, angle: number) => points([polar(CX, CY, r, angle)])
  return tinted`M${at(R * 0.36 + 6, a)}L${at(ro, a - half)}A${ro} ${ro} 0 0 1 ${at(ro, a + half)}Z`
}

const ridge = (ri: number, ro: number, a: number) =>
  line(...polar(CX, CY, ri + 2, a), ...polar(CX, CY, ro, a), 'thin')

function rimSection({ d, j }: Wheel, R: number) {
  const W = Math.min(j, 8) * 6.6 + Math.max(0, j - 8) * 3
  const x = Math.min(236, 286 - W)
  const across = (at: number, half: number, pen: Pen) => line(at, CY - half, at, CY + half, pen)
  return [
    across(x - 2, R, 'thin'),
    across(x + W + 2, R, 'thin'),
    across(x + W * 0.62, R - 12, 'thin'),
    across(x + W * 0.22, R * 0.14, 'mid'),
    across(x + W * 0.34, R * 0.14, 'mid'),
    section(profile(x, W, R, -1), 3.6),
    section(profile(x, W, R, 1), 3.6),
    centreLine(x - 12, CY, x + W + 10, CY),
    dimension(x, CY + R, x + W, CY + R, 19, `${j}J`),
    dimension(x + W + 2, CY - R, x + W + 2, CY + R, -14, `⌀${d}″`),
  ]
}

/** The cut through rim and disc on one side of the axis. */
function profile(x: number, W: number, R: number, side: 1 | -1): Point[] {
  const th = 3
  const outside = corners`${x - 2},${R} ${x + 3},${R} ${x + 4},${R - 8} ${x + W * 0.16},${R - 9} ${x + W * 0.26},${R - 15} ${x + W * 0.48},${R - 15} ${x + W * 0.62},${R - 9.5} ${x + W - 4},${R - 8} ${x + W - 3},${R} ${x + W + 2},${R}`
  const inside = corners`${x + W + 2},${R - th} ${x + W - 1},${R - th} ${x + W - 2},${R - 8 - th} ${x + W * 0.64},${R - 9.5 - th} ${x + W * 0.5},${R - 15 - th} ${x + W * 0.3},${R - 15 - th} ${x + W * 0.24},${R - 22} ${x + W * 0.2},${R * 0.42} ${x + W * 0.34},${R * 0.34} ${x + W * 0.34},${R * 0.14} ${x + W * 0.22},${R * 0.14} ${x + W * 0.2},${R * 0.36} ${x + W * 0.1},${R * 0.44} ${x + W * 0.1},${R - 24} ${x + 2},${R - 8 - th} ${x + 1},${R - th} ${x - 2},${R - th}`
  return [...outside, ...inside].map(([px, r]) => [px, CY + side * r])
}
