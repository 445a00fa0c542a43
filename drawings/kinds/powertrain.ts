import { centreCross, dimension, leader, viewName } from '../annotations.ts'
import { arc, type Point, points, polar, range } from '../geometry.ts'
import { defineDrawing, int, number } from '../kind.ts'
import { type Fill, type Label, moved, notInThumb } from '../marks.ts'
import { gear, thread } from '../parts.ts'
import { axis, dashed, edge, inlay, line, path, solid, thin } from '../paths.ts'
import { circle, corners, disc, ellipse, polygon, rect, rings, section } from '../shapes.ts'

type Piston = { bore: number; rings: number; pin: number }

export const piston = defineDrawing({
  kind: 'piston',
  title: (p) => `Piston, bore ${p.bore} mm, pin ${p.pin} mm, ${p.rings} rings`,
  params: { bore: number(86, 60, 110), rings: int(3, 1, 4), pin: number(21, 14, 32) },
  crop: [26, 46, 140, 156],
  draw: (p) => {
    const { bore, pin } = p
    const diameter = p.say(['bore'], (v) => `⌀${v.bore.toFixed(1)}`)
    const r = bore * 0.6
    const pocket = (angle: number, size: number, fill: Fill) => {
      const at = polar(244, 108, r * 0.46, angle)
      return [circle(...at, r * size, 'mid', fill), circle(...at, r * size - 2.4, 'thin')]
    }
    return [
      elevation(p, diameter),
      disc(244, 108, r, r - 2.5),
      circle(244, 108, r * 0.66),
      [-135, -45].map((angle) => pocket(angle, 0.3, 'tint')),
      [135, 45].map((angle) => pocket(angle, 0.25, 'plate')),
      circle(244, 108, 2.4, 'mid', 'plate'),
      polygon(corners`244,${108 - r + 5} 241,${108 - r + 11} 247,${108 - r + 11}`, 'thin', 'ink'),
      centreCross(244, 108, r + 9),
      leader(
        ...polar(244, 108, pin * 0.1 + 1, 90),
        258,
        108 + r + 18,
        p.say(['pin'], (v) => `PIN ⌀${v.pin}`),
      ),
    ]
  },
})

function elevation({ bore, rings, pin: pinDiameter }: Piston, diameter: Label) {
  const W = bore * 0.6
  const H = bore * 1.3
  const bottom = 54 + H
  const pinY = 54 + H * 0.56
  const pin = Math.min(pinDiameter, bore * 0.27)
  const skirt = `V${bottom - 12}q-1 12 -8 12H${96 + W * 0.5}q-4 -14 ${-W * 0.5} -14t${-W * 0.5} 14H${96 - W + 8}q-7 0 -8 -12Z`
  const outline = `M${96 - W} 58Q${96 - W} 54 ${96 - W + 4} 54H${96 + W - 4}Q${96 + W} 54 ${96 + W} 58`
  const boss = (r: number) => `M96 ${pinY - r}A${r} ${r} 0 0 0 96 ${pinY + r}`
  return [
    path(outline + skirt, 'bold', 'plate'),
    rect(96, 53, W - 1, H * 0.98, 'none', 'plate'),
    section(pistonSection(W, bottom, pinY, pin), 4),
    line(96 + W, pinY - pin * 0.62, 96 + W, pinY + pin * 0.62),
    range(rings).map((i) => ring(i, rings, bore)),
    path(boss(pin * 0.86)),
    path(boss(pin * 0.62), 'bold', 'tint'),
    thin`M${96 - W + 6} ${54 + H * 0.46}V${bottom - 18}M${96 - W + 9} ${54 + H * 0.46}V${bottom - 16}`,
    axis`M96 40V${bottom + 10}M${96 - W - 10} ${pinY}H${96 + W + 12}`,
    dimension(96 - W, bottom - 2, 96 + W, bottom - 2, 24, diameter),
    dimension(96 - W, 54, 96 - W, pinY, 16, (H * 0.56 * 0.53).toFixed(1)),
  ]
}

function pistonSection(W: number, bottom: number, pinY: number, pin: number): Point[] {
  const hole = pin * 0.62
  return corners`96,60 ${96 + W * 0.5},60 ${96 + W * 0.7},54 ${96 + W},54 ${96 + W},${bottom - 6} ${96 + W - 5},${bottom} ${96 + W - 7},${bottom} ${96 + W - 7},${pinY + 18} ${96 + W * 0.42},${pinY + 18} ${96 + W * 0.42},${pinY + hole} ${96 + W},${pinY + hole} ${96 + W},${pinY - hole} ${96 + W * 0.42},${pinY - hole} ${96 + W * 0.42},${pinY - 22} ${96 + W * 0.6},94 ${96 + W * 0.5},76 96,73`
}

/** The lowest of three or more rings scrapes oil: it is taller, with an expander inside. */
function ring(index: number, rings: number, bore: number) {
  const W = bore * 0.6
  const isOil = index === rings - 1 && rings > 2
  const y = 64 + index * 11.5 * Math.min(1, (bore / 86) * (3 / Math.max(3, rings)))
  const height = isOil ? 6 : 4
  const waves = range(W / 5).map((i) => `M${96 - W + 2 + i * 5} ${y + 2}v2`)
  return [
    rect(96 - W - 2, y, W + 2, height, 'mid', 'plate', 1),
    rect(96 + W - 8, y, 10, height, 'mid', 'plate', 0.5),
    isOil && [thin`M${96 - W - 2} ${y + 2}H96M${96 - W - 2} ${y + 4}H96`, path(waves.join(''), 'thin')],
  ]
}

export const gasket = defineDrawing({
  kind: 'gasket',
  title: (p) => `Cylinder head gasket, ${p.bores} bores`,
  params: { bores: int(4, 1, 6), d: number(82, 60, 110) },
  crop: [10, 36, 300, 122],
  draw: ({ bores, d, say }) => {
    const r = Math.min(31 + (d - 82) * 0.1, 118 / bores)
    const pitch = r * 2.24
    const half = (bores * pitch) / 2 + 14
    const high = r + 26
    const first = 160 - ((bores - 1) / 2) * pitch
    return [
      gasketOutline(half, high, bores, pitch),
      range(bores).map((i) => bore(160 + (i - (bores - 1) / 2) * pitch, r)),
      range(bores).flatMap((i) => {
        const x = 160 + (i - (bores - 1) / 2) * pitch
        return [-1, 1].flatMap((g) => [
          ellipse(x, 96 + g * (r + 13), 5, 2.6, 'mid', 'tint'),
          circle(x - r * 0.5, 96 + g * (r + 8), 2, 'mid', 'tint'),
          circle(x + r * 0.5, 96 + g * (r + 8), 2, 'mid', 'tint'),
        ])
      }),
      range(bores + 1).flatMap((i) => {
        const x = Math.min(160 + half - 9, Math.max(160 - half + 9, 160 + (i - bores / 2) * pitch))
        return [-1, 1].map((g) => disc(x, 96 + g * (r + 12), 4.6, 6.6))
      }),
      gasketEdge(half),
      dimension(160 - half, 96 + high, 160 + half, 96 + high, 58, Math.round(bores * d * 1.16 + 40)),
      leader(
        first + r * 0.7,
        96 - r * 0.7,
        first + r + 8,
        96 - high - 14,
        say(['d'], (v) => `⌀${v.d}`, `⌀${(d + 1).toFixed(1)}`),
      ),
    ]
  },
})

function gasketOutline(half: number, high: number, bores: number, pitch: number) {
  const edge = (g: 1 | -1) =>
    range(bores + 1).map((i) => {
      const x = 160 + g * (bores / 2 - i) * pitch
      const y = 96 + g * (high - 5)
      return `L${x + g * 10} ${y}Q${x} ${y + g * 8} ${x - g * 10} ${y}`
    })
  const l = 160 - half
  const r = 160 + half
  return [
    solid`M${l} ${96 - high + 16}${edge(-1).join('')}L${r} ${96 - high + 16}V${96 + high - 16}${edge(1).join('')}L${l} ${96 + high - 16}Z`,
    axis`M${l - 12} 96H${r + 12}`,
  ]
}

const bore = (x: number, r: number) => [
  circle(x, 96, r + 3, 'thin'),
  circle(x, 96, r, 'bold', 'plate'),
  circle(x, 96, r - 2.4, 'mid'),
  axis`M${x} ${96 - r - 8}V${96 + r + 8}`,
]

/** Three layers of sheet steel, much enlarged. */
function gasketEdge(half: number) {
  const x = 160 - half
  const w = 2 * half
  const wave = (v: number) => `M${x} ${184 + v}H${x + w * 0.3}q4 0 6 -4t6 -4h${w * 0.2}q4 0 6 4t6 4H${x + w}`
  return notInThumb([
    path(wave(0), 'mid'),
    path(wave(4), 'bold'),
    path(wave(8), 'mid'),
    viewName(x - 4, 178, 'B–B', 'start'),
  ])
}

/** Sprockets that the belt runs round, clockwise from the left camshaft. */
const ROUTE: readonly (readonly [x: number, y: number, r: number])[] = [
  [70, 70, 36],
  [158, 70, 36],
  [116, 186, 21],
]

export const timingBelt = defineDrawing({
  kind: 'timing-belt',
  title: (p) => `Timing belt, ${p.teeth} teeth, ${p.width} mm wide`,
  params: { teeth: int(120, 60, 220), width: number(25.4, 10, 45) },
  crop: [28, 26, 172, 188],
  draw: ({ teeth, width, say }) => {
    const h = 14 + width * 1.1
    return [
      path(`M${points(course(0))}Z`, 'bold'),
      edge`M${points(course(3))}Z`,
      toothed(teeth),
      ROUTE.map(([x, y, r]) => sprocket(x, y, r - 7)),
      beltProfile(),
      rect(206, 146, 84, h, 'bold', 'plate'),
      range(9).map((i) => [rect(209 + i * 9, 146, 5, h, 'mid', 'tint')]),
      thin`M206 142V${146 + h + 4}M290 142V${146 + h + 4}`,
      dimension(
        290,
        146,
        290,
        146 + h,
        -12,
        say(['width'], (v) => v.width),
      ),
      leader(
        ...polar(158, 70, 36, -40),
        206,
        28,
        say(['teeth'], (v) => `Z ${v.teeth}`),
      ),
    ]
  },
})

/** Points around the sprockets, `inset` units inside the outer face of the belt. */
function course(inset: number): Point[] {
  const spans = ROUTE.map(([x1, y1, r1], i) => {
    const [x2, y2, r2] = ROUTE[(i + 1) % ROUTE.length] ?? [x1, y1, r1]
    const along = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
    const tilt = (Math.asin((r1 - r2) / Math.hypot(x2 - x1, y2 - y1)) * 180) / Math.PI
    // clockwise, the belt is to the left of the line of centres
    return along - 90 + tilt
  })
  return ROUTE.flatMap(([x, y, r], i) => {
    const leave = spans[i] ?? 0
    const arrive = spans[(i + ROUTE.length - 1) % ROUTE.length] ?? 0
    const sweep = (((leave - arrive) % 360) + 360) % 360
    return arc(x, y, r - inset, arrive, arrive + sweep, 48)
  })
}

/** The teeth are dashes of a thick line, which is 499.63 units long. */
function toothed(teeth: number) {
  const shape = path(`M${points(course(4.5))}Z`, 3.7)
  const gap = 499.63 / teeth - 2
  const dashes = { 'stroke-dasharray': `2 ${gap.toFixed(3)}`, 'stroke-linecap': 'butt' }
  return { ...shape, attributes: { ...shape.attributes, ...dashes } }
}

/** Thin lines, since the sprockets are not part of the belt. */
const sprocket = (x: number, y: number, r: number) => [
  dashed(circle(x, y, r, 'thin'), '11 2.5 2 2.5'),
  dashed(circle(x, y, r * 0.4, 'thin'), '11 2.5 2 2.5'),
  centreCross(x, y, r + 2),
]

function beltProfile() {
  const pitch = 28
  const tooth = (i: number): Point[] => {
    const at = 222 + i * pitch
    return corners`${at - 8},84 ${at - 6},94 ${at - 3},97 ${at + 3},97 ${at + 6},94 ${at + 8},84`
  }
  const outline: Point[] = [
    [206, 84],
    [206, 72],
    [294, 72],
    [294, 84],
    ...range(3)
      .reverse()
      .flatMap((i) => tooth(i).reverse()),
  ]
  const cords = range(16).map((i) => circle(210 + i * 5.4, 79, 1.5, 'thin', 'ink'))
  return notInThumb([section(outline, 3.4), cords, dimension(222, 97, 222 + pitch, 97, 16, '8.0')])
}

const CLUTCH_CENTRE = [104, 118] as const

export const clutch = defineDrawing({
  kind: 'clutch',
  title: (p) => `Clutch disc, ⌀${p.d} mm`,
  params: { d: number(228, 160, 280), splines: int(21, 10, 32) },
  crop: [13, 27, 182, 182],
  draw: ({ d, splines, say }) => {
    const R = 44 + d * 0.16
    const half = (g: number) => {
      const y = (v: number) => 118 + g * v
      const lining = (from: number): Point[] =>
        corners`${from},${y(R * 0.66)} ${from},${y(R)} ${from + 4},${y(R)} ${from + 4},${y(R * 0.66)}`
      const boss = corners`236,${y(R * 0.16)} 236,${y(R * 0.26)} 249,${y(R * 0.26)} 249,${y(R * 0.52)} 255,${y(R * 0.52)} 255,${y(R * 0.26)} 270,${y(R * 0.26)} 270,${y(R * 0.16)}`
      return [
        [247, 253].map((x) => section(lining(x), 3)),
        line(252, y(R), 252, y(R * 0.5), 'mid'),
        [245, 256].map((x) => rect(x, Math.min(y(R * 0.3), y(R * 0.58)), 3, R * 0.28, 'mid', 'plate')),
        ellipse(252, y(R * 0.4), 9, R * 0.09, 'bold', 'plate'),
        ellipse(252, y(R * 0.4), 5, R * 0.05, 'thin'),
        section(boss, 3, 45),
      ]
    }
    const grooves = range(24).map((i) => {
      const a = i * 15
      const ends = [
        polar(...CLUTCH_CENTRE, R - 1, a),
        polar(...CLUTCH_CENTRE, R * 0.66, a + 9),
        polar(...CLUTCH_CENTRE, R * 0.66, a + 11.5),
        polar(...CLUTCH_CENTRE, R - 1, a + 2.5),
      ]
      return polygon(ends, 'thin', 'tint')
    })
    return [
      disc(...CLUTCH_CENTRE, R, R - 2),
      grooves,
      range(24).map((i) => [
        circle(...polar(...CLUTCH_CENTRE, R * 0.91, i * 15 + 9), 1.9, 'mid', 'plate'),
        circle(...polar(...CLUTCH_CENTRE, R * 0.73, i * 15 + 16), 1.9, 'mid', 'plate'),
      ]),
      disc(...CLUTCH_CENTRE, R * 0.64, R * 0.61),
      hub(R, splines),
      centreCross(...CLUTCH_CENTRE, R + 9),
      // half section: facings, cushion, hub
      rect(236, 118 - R * 0.16, 34, R * 0.32, 'mid', 'plate'),
      range(5).map((i) => line(236, 118 - R * 0.1 + i * R * 0.05, 270, 118 - R * 0.1 + i * R * 0.05, 'thin')),
      [-1, 1].map(half),
      axis`M226 118H280`,
      dimension(
        256,
        118 - R,
        256,
        118 + R,
        -34,
        say(['d'], (v) => `⌀${v.d}`),
      ),
      leader(
        ...polar(...CLUTCH_CENTRE, R * 0.17, 60),
        140,
        118 + R + 14,
        say(['splines'], (v) => `Z ${v.splines}`),
      ),
    ]
  },
})

function hub(R: number, splines: number) {
  const r = R * 0.4
  const springs = range(6).map((i) => {
    const [x, y] = polar(...CLUTCH_CENTRE, r, i * 60)
    const half = R * 0.135
    const thick = R * 0.1
    const coils = range(5).map(
      (j) => edge`M${half * (j * 0.4 - 0.8)} ${-thick * 0.72}L${half * (j * 0.4 - 0.64)} ${thick * 0.72}`,
    )
    return moved(x, y, i * 60 + 90, [
      rect(-half - 2, -thick, 2 * half + 4, 2 * thick, 'bold', 'plate', 2),
      rect(-half, -thick * 0.72, 2 * half, 1.44 * thick, 'thin'),
      coils,
    ])
  })
  return [
    circle(...CLUTCH_CENTRE, R * 0.56, 'mid'),
    springs,
    range(6).map((i) => circle(...polar(...CLUTCH_CENTRE, R * 0.5, i * 60 + 30), 3, 'mid', 'plate')),
    disc(...CLUTCH_CENTRE, R * 0.27, R * 0.25),
    circle(...CLUTCH_CENTRE, R * 0.21),
    gear(...CLUTCH_CENTRE, R * 0.18, splines, 2.8),
  ]
}

export const cvJoint = defineDrawing({
  kind: 'cv-joint',
  title: (p) => `Constant-velocity joint, ${p.splines} splines`,
  params: { splines: int(25, 18, 40) },
  crop: [8, 62, 208, 112],
  draw: ({ splines, say }) => {
    const folds = [40, 34, 28, 22, 17]
    const half = (g: 1 | -1) => {
      const waves = folds.map((r, i) => {
        const x = 134 + i * 11
        const y = 118 + g * r
        return `C${x} ${y} ${x + 4} ${y} ${x + 5} ${y - g * 8}L${x + 9} ${y - g * 6}`
      })
      return solid`M128 118V${118 + g * 38}L132 ${118 + g * 38}${waves.join('')}L196 ${118 + g * 10}V118Z`
    }
    return [
      rect(190, 110, 20, 16, 'bold', 'plate'),
      inlay`M210 110q5 5 0 8t0 8`,
      half(-1),
      half(1),
      rect(127, 81, 69, 74, 'none', 'none'),
      path(`M130 117H195V119H130Z`, 'none', 'plate'),
      folds.map((r, i) => thin`M${139 + i * 11} ${118 - r + 8}q3 ${r - 8} 0 ${2 * r - 16}`),
      rect(188, 105, 6, 26, 'mid', 'plate', 1),
      rect(190, 101, 6, 5, 'mid', 'plate', 1),
      solid`M70 98C80 96 78 76 92 74H124Q130 74 130 80V156Q130 162 124 162H92C78 160 80 140 70 138Z`,
      thin`M92 74V162M120 74V162M84 92C92 88 100 84 116 84M84 144C92 148 100 152 116 152`,
      thread(12, 32, 118, 9, 3.2),
      rect(9, 110, 4, 16, 'mid', 'plate', 1),
      rect(30, 108, 4, 20, 'mid', 'plate'),
      rect(34, 106, 30, 24, 'bold', 'plate', 1),
      range(splines / 2).map((i) => {
        const v = 12 * Math.sin(((i + 0.5) / (splines / 2) - 0.5) * Math.PI)
        return line(34, 118 + v, 62, 118 + v, 'thin')
      }),
      inlay`M64 101H70V135H64Z`,
      axis`M4 118H214`,
      disc(266, 118, 44, 41),
      rings(266, 118, [33], [29, 25]),
      circle(266, 118, 21, 'bold', 'plate'),
      range(6).map((i) => {
        const at = polar(266, 118, 27, i * 60 - 90)
        return disc(...at, 9, 5)
      }),
      circle(266, 118, 14),
      gear(266, 118, 12, splines, 2.2),
      centreCross(266, 118, 52),
      dimension(14, 162, 120, 162, 26, 108 + splines),
      leader(
        44,
        106,
        36,
        42,
        say(['splines'], (v) => `Z ${v.splines}`),
      ),
    ]
  },
})
