import { centreCross, dimension, leader } from '../annotations.ts'
import { between, type Point, points, polar, radians, range, sector } from '../geometry.ts'
import { defineDrawing, flag, int, number, oneOf } from '../kind.ts'
import { arcText } from '../lettering.ts'
import type { Label, Pen } from '../marks.ts'
import { axis, line, path, tinted } from '../paths.ts'
import { circle, corners, disc, rect, rings, rivet, section } from '../shapes.ts'

type Tyre = { w: number; ar: number; rim: number; pattern: 'v' | 'block' | 'rib' }

const INCH = 25.4

export const tyre = defineDrawing({
  kind: 'tyre',
  title: (p) => `Tyre ${p.w}/${p.ar} R${p.rim}`,
  params: {
    w: int(205, 125, 355),
    ar: int(55, 25, 85),
    rim: int(16, 12, 22),
    pattern: oneOf('v', 'block', 'rib'),
  },
  crop: [10, 22, 188, 188],
  draw: (p) => {
    const m = measure(p)
    const { R, r } = m
    const blocks = range(90).map(
      (i) => `M${points([polar(104, 116, R, i * 4), polar(104, 116, R - 5.5, i * 4 + 1.4)])}`,
    )
    const middle = (R + r) / 2 - 5 + Math.max(0, 24 - (R - r)) * 0.22
    const size = Math.min(1, (R - r) / 26)
    return [
      circle(104, 116, R, 'bold', 'plate'),
      path(blocks.join(''), 'mid'),
      rings(104, 116, [R - 5.5], [R - 8]),
      arcText(
        p.say(['w', 'ar', 'rim'], (v) => `${v.w}/${v.ar} R${v.rim}`),
        [104, 116],
        middle,
        -90,
        8.5 * size,
        1.18,
      ),
      arcText('RADIAL TUBELESS', [104, 116], middle, 40, 5.6 * size, 1.25),
      arcText({ text: '91V', of: [] }, [104, 116], middle, 150, 7 * size, 1.2),
      rings(104, 116, [r + 2.5], [r + 8 * size, r + 5.5 * size]),
      circle(104, 116, r, 'bold'),
      circle(104, 116, r - 3, 'thin'),
      centreCross(104, 116, R + 8),
      leader(
        ...polar(104, 116, r, 128),
        96,
        124,
        p.say(['rim'], (v) => `R${v.rim}`),
      ),
      tread(
        p,
        m,
        p.say(['w'], (v) => v.w),
      ),
    ]
  },
})

type Measures = ReturnType<typeof measure>

function measure({ w, ar, rim }: Tyre) {
  const diameter = rim * INCH + (2 * w * ar) / 100
  const scale = Math.min(0.252, 92 / (diameter / 2), 84 / (w * 1.12))
  const W = w * scale * 1.12
  return { diameter, R: (diameter / 2) * scale, r: ((rim * INCH) / 2) * scale, W, x: Math.min(226, 292 - W) }
}

const PITCH = { v: 11, block: 9, rib: 13 }
const GROOVES = { v: [0.3, 0.5, 0.7], block: [0.3, 0.5, 0.7], rib: [0.24, 0.42, 0.58, 0.76] }

/** The tread from the front: lugs at equal angles around the tyre, so that they are closer towards its edges. */
function tread(p: Tyre, { R, W, x, diameter }: Measures, width: Label) {
  const lugs = range(156 / PITCH[p.pattern] + 1).map((i) => {
    const a = -78 + i * PITCH[p.pattern]
    const y = (turn: number) => 116 + R * Math.sin(radians(a + turn))
    return LUGS[p.pattern]({ a, y, x, W, inset: Math.abs(a) > 62 ? 6 : 1 })
  })
  const groove = (share: number) =>
    rect(x + W * share - 1.7, 116 - R + 1.2, 3.4, 2 * R - 2.4, 'thin', 'plate', 1)
  return [
    rect(x, 116 - R, W, 2 * R, 'bold', 'plate', 15),
    path(lugs.join(''), 'mid'),
    GROOVES[p.pattern].map(groove),
    axis`M${x + W / 2} ${116 - R - 8}V${116 + R + 8}`,
    dimension(x, 116 + R, x + W, 116 + R, 19, width),
    dimension(x + W, 116 - R, x + W, 116 + R, -14, `⌀${Math.round(diameter)}`),
  ]
}

type Lug = { a: number; y: (turn: number) => number; x: number; W: number; inset: number }

function vLug({ a, y, x, W, inset }: Lug): string {
  if (a > 64) return ''
  const m = x + W / 2
  return `M${x + inset} ${y(0)}Q${m - W * 0.2} ${y(2)} ${m - 2.5} ${y(13)}M${x + W - inset} ${y(5)}Q${m + W * 0.2} ${y(7)} ${m + 2.5} ${y(18)}M${x + inset} ${y(2.6)}Q${m - W * 0.22} ${y(4.4)} ${m - W * 0.17} ${y(8.6)}M${x + W - inset} ${y(7.6)}Q${m + W * 0.22} ${y(9.4)} ${m + W * 0.17} ${y(13.6)}`
}

function blockLug({ y, x, W, inset }: Lug): string {
  const m = x + W / 2
  const outer = `M${x + inset} ${y(0)}L${x + W * 0.27} ${y(-2)}M${x + W * 0.33} ${y(3)}L${m - 3} ${y(-2)}M${m + 3} ${y(3)}L${x + W * 0.67} ${y(-2)}M${x + W * 0.73} ${y(4)}L${x + W - inset} ${y(2)}`
  return `${outer}M${x + W * 0.36} ${y(6)}L${m - 5} ${y(2.5)}M${m + 5} ${y(6.5)}L${x + W * 0.65} ${y(3)}`
}

const ribLug = ({ y, x, W, inset }: Lug) =>
  `M${x + inset} ${y(0)}L${x + W * 0.24} ${y(4)}M${x + W * 0.76} ${y(4)}L${x + W - inset} ${y(0)}M${x + W * 0.44} ${y(5)}L${x + W * 0.56} ${y(8)}`

const LUGS = { v: vLug, block: blockLug, rib: ribLug }

type Wheel = { d: number; j: number; spokes: number; twin: boolean; bolts: number }

const WHEEL_CENTRE = [108, 116] as const

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
  crop: [13, 21, 190, 190],
  draw: (p) => {
    // a smaller scale above 18 inches, so that the largest wheel fits the sheet
    const R = 62 + (Math.min(p.d, 18) - 14) * 5 + Math.max(0, p.d - 18) * 2.5
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
    const { j, say } = p
    const W = Math.min(j, 8) * 6.6 + Math.max(0, j - 8) * 3
    const x = Math.min(236, 286 - W)
    const across = (at: number, half: number, pen: Pen) => line(at, 116 - half, at, 116 + half, pen)
    return [
      disc(...WHEEL_CENTRE, R, R - 2.6),
      rings(...WHEEL_CENTRE, [R - 6], [R - 8]),
      openings,
      circle(...WHEEL_CENTRE, ri - 2, 'thin'),
      range(p.bolts).map((i) =>
        rivet(...polar(...WHEEL_CENTRE, R * 0.245, -90 + (i * 360) / p.bolts), R * 0.055, R * 0.03),
      ),
      disc(...WHEEL_CENTRE, R * 0.145, R * 0.11),
      circle(...polar(...WHEEL_CENTRE, ro + 1, 97), 2.2, 'mid', 'plate'),
      centreCross(...WHEEL_CENTRE, R + 8),
      across(x - 2, R, 'thin'),
      across(x + W + 2, R, 'thin'),
      across(x + W * 0.62, R - 12, 'thin'),
      across(x + W * 0.22, R * 0.14, 'mid'),
      across(x + W * 0.34, R * 0.14, 'mid'),
      section(profile(x, W, R, -1), 3.6),
      section(profile(x, W, R, 1), 3.6),
      axis`M${x - 12} 116H${x + W + 10}`,
      dimension(
        x,
        116 + R,
        x + W,
        116 + R,
        19,
        say(['j'], (v) => `${v.j}J`),
      ),
      dimension(
        x + W + 2,
        116 - R,
        x + W + 2,
        116 + R,
        -14,
        say(['d'], (v) => `⌀${v.d}″`),
      ),
    ]
  },
})

/** Half the angle that a spoke covers; a single one narrows to 0.72 of it at the rim. */
const spokeHalf = ({ spokes, twin }: Wheel): number => (360 / spokes) * (twin ? 0.3 : 0.2)

/** The opening between two spokes, `inset` units smaller on all sides. */
function opening(p: Wheel, R: number, a: number, inset: number) {
  const half = spokeHalf(p)
  const wo = 180 / p.spokes - half * (p.twin ? 1 : 0.72) - inset * 0.35
  const wi = (180 / p.spokes - half) * 0.72 - inset * 0.6
  const ro = R - 11 - inset
  const ri = R * 0.36 + inset
  const e = 0.12
  const corner = Math.min(4, wo * 0.3)
  const at = (r: number, angle: number) => points([polar(...WHEEL_CENTRE, r, angle)])
  const mid = (p1: Point, p2: Point, share: number) => points([between(p1, p2, share)])
  const A = polar(...WHEEL_CENTRE, ri, a - wi)
  const B = polar(...WHEEL_CENTRE, ro, a - wo)
  const C = polar(...WHEEL_CENTRE, ro, a + wo)
  const D = polar(...WHEEL_CENTRE, ri, a + wi)
  const up = `M${mid(A, B, e)}L${mid(A, B, 1 - e * 0.7)}Q${points([B])} ${at(ro, a - wo + corner)}`
  const rim = `A${ro} ${ro} 0 0 1 ${at(ro, a + wo - corner)}`
  const down = `Q${points([C])} ${mid(C, D, e * 0.7)}L${mid(C, D, 1 - e)}Q${points([D])} ${at(ri + inset * 0.1, a)}Q${points([A])} ${mid(A, B, e)}Z`
  return inset === 0 ? path(up + rim + down, 'bold', 'tint') : path(up + rim + down, 'thin')
}

function split(p: Wheel, R: number, a: number) {
  const ro = R - 13
  const half = spokeHalf(p) * 0.34
  const at = (r: number, angle: number) => points([polar(...WHEEL_CENTRE, r, angle)])
  return tinted`M${at(R * 0.36 + 6, a)}L${at(ro, a - half)}A${ro} ${ro} 0 0 1 ${at(ro, a + half)}Z`
}

const ridge = (ri: number, ro: number, a: number) =>
  line(...polar(...WHEEL_CENTRE, ri + 2, a), ...polar(...WHEEL_CENTRE, ro, a), 'thin')

function profile(x: number, W: number, R: number, side: 1 | -1): Point[] {
  const th = 3
  const outside = corners`${x - 2},${R} ${x + 3},${R} ${x + 4},${R - 8} ${x + W * 0.16},${R - 9} ${x + W * 0.26},${R - 15} ${x + W * 0.48},${R - 15} ${x + W * 0.62},${R - 9.5} ${x + W - 4},${R - 8} ${x + W - 3},${R} ${x + W + 2},${R}`
  const inside = corners`${x + W + 2},${R - th} ${x + W - 1},${R - th} ${x + W - 2},${R - 8 - th} ${x + W * 0.64},${R - 9.5 - th} ${x + W * 0.5},${R - 15 - th} ${x + W * 0.3},${R - 15 - th} ${x + W * 0.24},${R - 22} ${x + W * 0.2},${R * 0.42} ${x + W * 0.34},${R * 0.34} ${x + W * 0.34},${R * 0.14} ${x + W * 0.22},${R * 0.14} ${x + W * 0.2},${R * 0.36} ${x + W * 0.1},${R * 0.44} ${x + W * 0.1},${R - 24} ${x + 2},${R - 8 - th} ${x + 1},${R - th} ${x - 2},${R - th}`
  return [...outside, ...inside].map(([px, r]) => [px, 116 + side * r])
}

export const wheelBearing = defineDrawing({
  kind: 'wheel-bearing',
  title: (p) => `Wheel bearing, ⌀${p.d}, bore ${p.bore} mm`,
  params: { d: number(72, 40, 100), bore: number(37, 17, 60) },
  crop: [158, 36, 162, 164],
  draw: (p) => {
    const R = 46 + Math.min(p.d, 84) * 0.34 + Math.max(0, p.d - 84) * 0.1
    const rb = R * Math.min(0.66, Math.max(0.3, p.bore / p.d))
    const mid = (R + rb) / 2
    const ball = (R - rb) * 0.24
    const count = Math.floor((2 * Math.PI * mid) / (ball * 2.5))
    const step = 360 / count
    return [
      sectionView(p.d, R, rb, {
        diameter: p.say(['d'], (v) => `⌀${v.d}`),
        bore: p.say(['bore'], (v) => `⌀${v.bore}`),
      }),
      // from the front, the seal broken away over part of the balls
      disc(236, 118, R, R - 2.5),
      rings(236, 118, [mid + ball * 1.15], [mid + ball * 0.4, mid - ball * 0.4]),
      path(sector(236, 118, mid - ball * 1.15, mid + ball * 1.15, 200, 330), 'mid', 'plate'),
      range(count).map((i) => {
        const a = i * step
        return a > 205 && a < 325 && rivet(...polar(236, 118, mid, a), ball, ball * 0.55)
      }),
      rings(236, 118, [mid - ball * 1.15], [rb + 2.5]),
      circle(236, 118, rb, 'bold', 'plate'),
      centreCross(236, 118, R + 7),
    ]
  },
})

function sectionView(d: number, R: number, rb: number, labels: { diameter: Label; bore: Label }) {
  const ball = (R - rb) * 0.27
  const mid = (R + rb) / 2
  const row = 36 * 0.46
  const edge = ball * 0.62
  const side = (g: number) => {
    const y = (r: number) => 118 + g * r
    const outer = corners`56,${y(R)} 128,${y(R)} 128,${y(mid + edge)} 56,${y(mid + edge)}`
    const inner = (from: number, to: number): Point[] =>
      corners`${from},${y(rb)} ${to},${y(rb)} ${to},${y(mid - edge)} ${from},${y(mid - edge)}`
    const seal = (x: number) =>
      rect(x - 2.5, Math.min(y(mid - edge + 0.5), y(mid + edge - 0.5)), 5, 2 * edge - 1, 'mid', 'tint')
    return [
      section(outer, 3.6),
      section(inner(56, 91.2), 3.6, 45),
      section(inner(92.8, 128), 3.6, 45),
      [-row, row].map((u) => [
        circle(92 + u, y(mid), ball, 'bold', 'plate'),
        centreCross(92 + u, y(mid), ball + 2),
      ]),
      seal(60),
      seal(124),
    ]
  }
  return [
    rect(56, 118 - rb, 72, 2 * rb, 'mid', 'plate'),
    line(92, 118 - rb, 92, 118 + rb, 'thin'),
    [-1, 1].map(side),
    axis`M42 118H140`,
    dimension(56, 118 + R, 128, 118 + R, 18, Math.round(d * 0.51)),
    dimension(56, 118 - R, 56, 118 + R, 26, labels.diameter),
    dimension(70, 118 - rb, 70, 118 + rb, 0, labels.bore),
  ]
}
