import { centreCross, dimension, leader, pitchCircle, viewName } from '../annotations.ts'
import { arc, type Point, points, polar, range, sector } from '../geometry.ts'
import { defineDrawing, flag, int, number, oneOf } from '../kind.ts'
import { moved } from '../marks.ts'
import { hexagon, hole } from '../parts.ts'
import { axis, dashed, edge, inlay, line, path, solid, thin, tinted, tube } from '../paths.ts'
import { circle, corners, disc, polygon, polyline, rect, rings, section } from '../shapes.ts'

type Disc = { d: number; t: number; bolts: number; drilled: number; slots: number }

const AXIS_Y = 120
const FACE_CENTRE = [106, AXIS_Y] as const
/** The left edge of the section. */
const SECTION_X = 246
/** Depth of the hat in millimetres. */
const HAT_DEPTH = 42
/** Thickness of the hat in units of the sheet. */
const WALL = 4.2
/** Thinner discs are solid, thicker ones are vented. */
const VENTED_ABOVE = 14
const CUTAWAY = [292, 338] as const

export const brakeDisc = defineDrawing({
  kind: 'brake-disc',
  title: (p) => `Brake disc, ⌀${p.d} × ${p.t} mm, ${p.bolts} bolts`,
  params: {
    d: number(280, 200, 400),
    t: number(22, 6, 40),
    bolts: int(5, 3, 8),
    drilled: int(0, 0, 40),
    slots: int(0, 0, 24),
  },
  crop: [10, 24, 192, 192],
  draw: (p) => {
    const r = radii(p)
    const { bolts } = p
    const { R, rin, hat, bore, pitch } = r
    const T = Math.max(p.t * r.scale, 5)
    const back = SECTION_X + T - HAT_DEPTH * r.scale
    const [lx, ly] = polar(...FACE_CENTRE, pitch + R * 0.05, 90 + (bolts % 2 ? 36 : 0))
    return [
      brakeDiscFace(p, r),
      rings(...FACE_CENTRE, [rin], [rin - 2]),
      disc(...FACE_CENTRE, hat, hat - 4),
      range(bolts).map((i) => {
        const angle = -90 + (i * 360) / bolts
        const [x, y] = polar(...FACE_CENTRE, pitch, angle)
        const ends = [polar(x, y, R * 0.1, angle), polar(x, y, R * 0.1, angle + 180)]
        return [circle(x, y, R * 0.06), axis`M${points(ends)}`]
      }),
      circle(...polar(...FACE_CENTRE, pitch, -90 + 180 / bolts), R * 0.035),
      pitchCircle(...FACE_CENTRE, pitch),
      disc(...FACE_CENTRE, bore, bore + 2),
      centreCross(...FACE_CENTRE, R + 9),
      leader(lx, ly, FACE_CENTRE[0] - R + 8, AXIS_Y + R + 10, `${bolts}×⌀${bolts > 4 ? 112 : 100}`),
      edge`M${back} ${AXIS_Y - bore}V${AXIS_Y + bore}M${back + WALL} ${AXIS_Y - bore}V${AXIS_Y + bore}`,
      line(SECTION_X + T, AXIS_Y - hat + WALL, SECTION_X + T, AXIS_Y + hat - WALL),
      sectionHalf(-1, p, r),
      sectionHalf(1, p, r),
      axis`M${back - 4 - T} ${AXIS_Y}H${SECTION_X + T + 14}`,
      dimension(
        SECTION_X + T,
        AXIS_Y - R,
        SECTION_X + T,
        AXIS_Y + R,
        -26,
        p.say(['d'], ({ d }) => `⌀${d}`),
      ),
      dimension(
        SECTION_X,
        AXIS_Y + R,
        SECTION_X + T,
        AXIS_Y + R,
        14,
        p.say(['t'], ({ t }) => t),
      ),
      viewName(SECTION_X + T / 2 - 4, AXIS_Y - R - 12, 'A–A'),
    ]
  },
})

type Radii = ReturnType<typeof radii>

function radii({ d }: Disc) {
  const R = 68 + (d - 240) * 0.16
  return { R, rin: R * 0.62, hat: R * 0.55, bore: R * 0.235, pitch: R * 0.385, scale: R / (d / 2) }
}

function brakeDiscFace(p: Disc, { R, rin }: Radii) {
  const vented = p.t > VENTED_ABOVE
  const [from, to] = CUTAWAY
  const drillings = range(p.drilled).flatMap((i) =>
    range(3).map((j) => {
      const angle = (i * 360) / p.drilled + j * 11
      const around = ((angle % 360) + 360) % 360
      const inCutaway = vented && around > from - 4 && around < to + 4
      return !inCutaway && circle(...polar(...FACE_CENTRE, rin + (R - rin) * (0.2 + 0.3 * j), angle), 2.1)
    }),
  )
  return [
    disc(...FACE_CENTRE, R, R - 2.4),
    drillings,
    range(p.slots).map((i) => {
      const angle = (i * 360) / p.slots + 8
      const inCutaway = vented && angle > from - 22 && angle < to
      return !inCutaway && slot(angle, rin, R)
    }),
    vented && cutaway(rin, R),
  ]
}

function slot(a: number, rin: number, R: number) {
  const mid = (rin + R) / 2
  const at = (r: number, angle: number) => points([polar(...FACE_CENTRE, r, angle)])
  const there = `M${at(rin + 4, a)}Q${at(mid + 1, a + 11)} ${at(R - 4, a + 16)}`
  return path(`${there}L${at(R - 4, a + 19)}Q${at(mid, a + 14.5)} ${at(rin + 4, a + 4)}Z`, 'thin', 'tint')
}

/** A broken-out part of the outer plate shows the vanes of a vented disc. */
function cutaway(rin: number, R: number) {
  const [from, to] = CUTAWAY
  return [
    path(sector(...FACE_CENTRE, rin, R, from, to), 'mid', 'plate'),
    range((to - from - 4) / 6.4 + 1).map((i) => {
      const a = from + 3 + i * 6.4
      const outer = [polar(...FACE_CENTRE, R - 1, a + 2), polar(...FACE_CENTRE, R - 1, a + 4)]
      return polygon(
        [polar(...FACE_CENTRE, rin + 3, a), ...outer, polar(...FACE_CENTRE, rin + 3, a + 2.4)],
        'thin',
        'tint',
      )
    }),
  ]
}

/** One side of the section, above (−1) or below (+1) the axis. */
function sectionHalf(side: 1 | -1, p: Disc, { R, rin, hat, bore, pitch, scale }: Radii) {
  const vented = p.t > VENTED_ABOVE
  const T = Math.max(p.t * scale, 5)
  const plate = vented ? T * 0.36 : T / 2
  const x1 = SECTION_X + plate
  const x2 = SECTION_X + T - plate
  const x3 = SECTION_X + T
  const back = SECTION_X + T - HAT_DEPTH * scale
  const y = (r: number) => AXIS_Y + side * r
  const holeRadius = R * 0.06
  const rear = corners`${x2},${y(rin)} ${x2},${y(R)} ${x3},${y(R)} ${x3},${y(rin - 2)} ${x3},${y(hat - WALL)} ${back + WALL},${y(hat - WALL)} ${back + WALL},${y(bore)} ${back},${y(bore)} ${back},${y(hat)} ${x2},${y(hat)}`
  return [
    section(corners`${SECTION_X},${y(rin)} ${SECTION_X},${y(R)} ${x1},${y(R)} ${x1},${y(rin)}`, 3.4),
    section(rear, 3.4),
    rect(
      back,
      side > 0 ? y(pitch - holeRadius) : y(pitch + holeRadius),
      WALL,
      2 * holeRadius,
      'mid',
      'plate',
    ),
    vented && [line(x1, y(R - 1), x2, y(R - 1)), line(x1, y(rin), x2, y(rin), 'thin')],
  ]
}

/** The centre of the pad from the front. */
const PADS_X = 116
const PADS_Y = 84

export const brakePads = defineDrawing({
  kind: 'brake-pads',
  title: (p) => `Brake pads, ${p.w} × ${p.h} mm`,
  params: { w: number(155, 90, 190), h: number(64, 40, 90) },
  crop: [12, 26, 226, 116],
  draw: ({ h, w, say }) => {
    const W = w * 1.06
    const H = h * 1.14
    const at = (u: number, v: number) => `${PADS_X + u * W} ${PADS_Y + v * H}`
    const right = `L${at(0.44, -0.02)}L${at(0.5, 0)}L${at(0.5, 0.24)}L${at(0.44, 0.26)}Q${at(0.43, 0.42)} ${at(0.38, 0.5)}`
    const left = `L${at(-0.44, 0.26)}L${at(-0.5, 0.24)}L${at(-0.5, 0)}L${at(-0.44, -0.02)}Z`
    const x = PADS_X + W * 0.3
    const y = PADS_Y - H * 0.34
    const span = (u: number) => [PADS_X - u * W, PADS_X + u * W] as const
    const [l, r] = span(0.37)
    const [cl, cr] = span(0.31)
    return [
      solid`M${at(-0.41, -0.26)}Q${at(0, -0.74)} ${at(0.41, -0.26)}${right}Q${at(0, 0.3)} ${at(-0.38, 0.5)}Q${at(-0.43, 0.42)} ${at(-0.44, 0.26)}${left}`,
      [-0.47, 0.47].map((u) =>
        line(PADS_X + u * W, PADS_Y + 0.02 * H, PADS_X + u * W, PADS_Y + 0.22 * H, 'thin'),
      ),
      lining(W, H),
      moved(x, y, 0, tube('M0 0C4 -22 24 -26 32 -10S44 16 52 8', 3.4, 0.8)),
      rect(x - 4, y - 3, 8, 8, 'mid', 'plate', 1),
      moved(x + 53, y + 8, -40, rect(-3, -4, 10, 8, 'mid', 'plate', 1)),
      // from above: plate, shim and lining
      tinted`M${l} 191L${l} 195L${cl} 205L113 205L113 194L119 194L119 205L${cr} 205L${r} 195L${r} 191Z`,
      rect(PADS_X - W / 2, 185, W, 6, 'bold', 'plate', 1),
      line(PADS_X - W * 0.4, 183, PADS_X + W * 0.4, 183, 'mid'),
      rect(PADS_X - W * 0.14, 176, W * 0.28, 7, 'mid', 'plate', 2),
      rect(PADS_X - W * 0.09, 172, W * 0.18, 4, 'mid', 'plate', 2),
      tinted`M250 ${PADS_Y - H * 0.42}L256 ${PADS_Y - H * 0.42}L262 ${PADS_Y - H * 0.32}L262 ${PADS_Y + H * 0.24}L256 ${PADS_Y + H * 0.34}L250 ${PADS_Y + H * 0.34}Z`,
      rect(244, PADS_Y - H / 2, 6, H, 'bold', 'plate', 1),
      line(241.6, PADS_Y - H * 0.4, 241.6, PADS_Y + H * 0.34),
      line(247, PADS_Y - H * 0.02, 247, PADS_Y + H * 0.24, 'thin'),
      dimension(
        PADS_X - W / 2,
        210,
        PADS_X + W / 2,
        210,
        14,
        say(['w'], (v) => v.w),
      ),
      dimension(
        262,
        PADS_Y - H / 2,
        262,
        PADS_Y + H / 2,
        -26,
        say(['h'], (v) => v.h),
      ),
      dimension(244, PADS_Y + H / 2, 262, PADS_Y + H / 2, 22, '17.5'),
    ]
  },
})

function lining(W: number, H: number) {
  const at = (u: number, v: number) => `${PADS_X + u * W} ${PADS_Y + v * H}`
  const grains = range(70).map((i) => {
    const u = ((i * 0.37) % 0.66) - 0.33
    const v = ((i * 0.213) % 0.44) - 0.24
    const inside = v > -0.3 + u * u * 1.6 && v < 0.2 + u * u * 0.9 && Math.abs(u) > 0.03
    return inside ? `M${at(u, v)}h${1 + (i % 3)}` : ''
  })
  return [
    tinted`M${at(-0.37, -0.2)}Q${at(0, -0.64)} ${at(0.37, -0.2)}L${at(0.36, 0.36)}Q${at(0, 0.18)} ${at(-0.36, 0.36)}Z`,
    thin`M${at(-0.32, -0.23)}L${at(-0.31, 0.32)}M${at(0.32, -0.23)}L${at(0.31, 0.32)}`,
    path(grains.join(''), 'thin'),
    inlay`M${at(-0.014, -0.41)}L${at(-0.014, 0.26)}L${at(0.014, 0.26)}L${at(0.014, -0.41)}Z`,
    axis`M${PADS_X} ${PADS_Y - H * 0.62}V${PADS_Y + H * 0.42}`,
  ]
}

/** Centre of the disc that the caliper spans. */
const DISC_CENTRE = [98, 200] as const
const BORE_Y = 122

/** Radii of the pistons on the sheet, bore in millimetres, and whether pistons stand on both sides of the disc. */
const CALIPERS = {
  '1': { pistonRadii: [24], bore: 54, fixed: false },
  '2': { pistonRadii: [18.5, 18.5], bore: 42, fixed: false },
  '4': { pistonRadii: [19, 22], bore: 44, fixed: true },
  '6': { pistonRadii: [14, 16, 18], bore: 38, fixed: true },
} as const

type Caliper = (typeof CALIPERS)[keyof typeof CALIPERS]

export const caliper = defineDrawing({
  kind: 'caliper',
  title: (p) => `Brake caliper, ${p.pistons === '1' ? 'one piston' : `${p.pistons} pistons`}`,
  params: { pistons: oneOf('1', '2', '4', '6'), lever: flag() },
  crop: [6, 84, 186, 100],
  draw: ({ pistons, lever }) => {
    const model = CALIPERS[pistons]
    const [from, to] = model.fixed ? [-146, -34] : [-138, -42]
    const { bore, fixed, pistonRadii } = model
    const halfBore = Math.max(...pistonRadii) * 1.06
    const body: Point[] = [
      [212, 78],
      [222, 70],
      [296, 70],
      [304, 78],
      [304, BORE_Y + halfBore + 9],
      ...(fixed ? caliperCylinder(304, -1, halfBore) : fingers(304, halfBore)),
      [264, 86],
      [252, 86],
      ...caliperCylinder(212, 1, halfBore).reverse(),
      [212, BORE_Y + halfBore + 9],
    ]
    return [
      path(sector(...DISC_CENTRE, 67, 82, -158, -22), 'bold', 'plate'),
      [-158, -22].map((a) => {
        const [x, y] = polar(...DISC_CENTRE, 79, a)
        return [disc(x, y, 11.5, 8.5), hole(x, y, 5)]
      }),
      path(sector(...DISC_CENTRE, 52, 107, from, to), 'bold', 'plate'),
      polyline(arc(...DISC_CENTRE, 102, from + 2, to - 2, 24), 'thin'),
      polyline(arc(...DISC_CENTRE, 57, from + 4, to - 4, 24), 'thin'),
      model.fixed ? bridgeBolts() : guidePins(),
      bosses(model),
      nipple(),
      dashed(thin`M${points(arc(...DISC_CENTRE, 116, -146, -34, 30))}`, '11 2.5 2 2.5'),
      axis`M98 76V172`,
      dimension(...polar(...DISC_CENTRE, 79, -158), ...polar(...DISC_CENTRE, 79, -22), 46, 142),
      lever && parkingLever(),
      section(body, 3.6),
      cup(220, 1, halfBore),
      fixed && cup(296, -1, halfBore),
      pad(251, 1, halfBore),
      pad(265, -1, halfBore),
      rect(253.5, 92, 9, 84, 'mid', 'plate'),
      thin`M253.5 176q4.5 5 9 0`,
      axis`M204 ${BORE_Y}H312`,
      viewName(258, 60, 'A–A'),
      leader(234, BORE_Y + halfBore, 226, 204, `⌀${bore}`),
    ]
  },
})

function bosses({ pistonRadii }: Caliper) {
  const step = pistonRadii.length === 3 ? 31 : 42
  return pistonRadii.map((r, i) => {
    const angle = -90 + (i - (pistonRadii.length - 1) / 2) * step
    const [x, y] = polar(...DISC_CENTRE, 80, angle)
    const ends = [polar(...DISC_CENTRE, 80 - r - 5, angle), polar(...DISC_CENTRE, 80 + r + 5, angle)]
    return [disc(x, y, r, r - 3), rings(x, y, [r * 0.62], [r * 0.5]), axis`M${points(ends)}`]
  })
}

function parkingLever() {
  const arm = [
    solid`M-9 -9A9 9 0 0 1 0 -12L58 -7A7 7 0 0 1 58 7L0 12A12 12 0 0 1 -12 0Z`,
    thin`M14 -5L48 -2.5`,
    circle(0, 0, 7),
    hexagon(0, 0, 5, 20),
    circle(57, 0, 3.4, 'mid', 'plate'),
    [13, 15.5, 18].map((r) => polyline(arc(0, 0, r, 60, 200, 14), 'thin')),
  ]
  const [x, y] = polar(...DISC_CENTRE, 80, -90)
  const [ex, ey] = polar(x, y, 57, -38)
  return [
    tube(`M${ex} ${ey}C${ex + 12} ${ey - 14} ${ex + 4} ${ey - 30} ${ex - 16} ${ey - 36}`, 4, 0.8),
    moved(x, y, -38, arm),
  ]
}

const bridgeBolts = () =>
  [-139, -41].map((a) => {
    const at = polar(...DISC_CENTRE, 95, a)
    return [hexagon(...at, 6.5, a), hexagon(...polar(...DISC_CENTRE, 63, a), 6.5, a)]
  })

const guidePins = () =>
  [-150, -30].map((a) => {
    const at = polar(...DISC_CENTRE, 95, a)
    return [disc(...at, 11, 8.5), hexagon(...at, 6, a)]
  })

function nipple() {
  const [x, y] = polar(...DISC_CENTRE, 107, -58)
  return moved(x, y, 32, [
    rect(-4, -6, 8, 7, 'mid', 'plate'),
    rect(-2.5, -14, 5, 8, 'mid', 'plate', 1),
    line(-2.5, -9, 2.5, -9, 'thin'),
  ])
}

/** The open bore of one half, from its lower edge up to the bridge; `side` 1 opens to the right. */
function caliperCylinder(x: number, side: 1 | -1, halfBore: number): Point[] {
  const mouth = x + 32 * side
  const floor = x + 8 * side
  return corners`${mouth},${BORE_Y + halfBore + 9} ${mouth},${BORE_Y + halfBore} ${floor},${BORE_Y + halfBore} ${floor},${BORE_Y - halfBore} ${mouth},${BORE_Y - halfBore} ${mouth},86`
}

const fingers = (x: number, halfBore: number): Point[] =>
  corners`${x - 30},${BORE_Y + halfBore + 9} ${x - 30},${BORE_Y + halfBore - 6} ${x - 30},86`

function cup(x: number, side: 1 | -1, halfBore: number) {
  const at = (u: number) => x + side * u
  const o = halfBore - 0.5
  const i = halfBore - 5
  const shell = corners`${at(2)},${BORE_Y - o} ${at(28)},${BORE_Y - o} ${at(28)},${BORE_Y - i} ${at(8)},${BORE_Y - i} ${at(8)},${BORE_Y + i} ${at(28)},${BORE_Y + i} ${at(28)},${BORE_Y + o} ${at(2)},${BORE_Y + o}`
  return [section(shell, 3, 45), line(at(28), BORE_Y - i, at(28), BORE_Y + i, 'thin')]
}

function pad(x: number, side: 1 | -1, halfBore: number) {
  const [plate, lining] = side > 0 ? [x - 2, x + 2] : [x - 2, x - 8]
  return [
    rect(plate, BORE_Y - halfBore - 4, 4, 2 * halfBore + 8, 'mid', 'plate'),
    rect(lining, BORE_Y - halfBore - 1, 6, 2 * halfBore + 2, 'mid', 'tint'),
  ]
}
