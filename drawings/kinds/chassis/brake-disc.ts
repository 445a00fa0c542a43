import {
  balloon,
  centreCross,
  centreLine,
  dimension,
  leader,
  pitchCircle,
  viewName,
} from '../../annotations.ts'
import { points, polar, range, sector } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import { circle, corners, disc, edge, line, path, polygon, rect, rings, section } from '../../pens.ts'

interface Disc {
  d: number
  t: number
  bolts: number
  drilled: number
  slots: number
}

const CX = 106
const CY = 120
/** Depth of the hat in millimetres. */
const HAT_DEPTH = 42
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
  crop: [28, 44, 156, 156],
  draw: (p) => {
    const r = radii(p)
    return [
      face(p, r),
      hub(p, r),
      sectionView(p, r),
      balloon(p.callout, 24, 30, ...polar(CX, CY, r.R * 0.82, 222)),
    ]
  },
})

type Radii = ReturnType<typeof radii>

function radii({ d }: Disc) {
  const R = 68 + (d - 240) * 0.16
  return { R, rin: R * 0.62, hat: R * 0.55, bore: R * 0.235, pitch: R * 0.385, scale: R / (d / 2) }
}

function face(p: Disc, { R, rin }: Radii) {
  const vented = p.t > VENTED_ABOVE
  const [from, to] = CUTAWAY
  const drillings = range(p.drilled).flatMap((i) =>
    range(3).map((j) => {
      const angle = (i * 360) / p.drilled + j * 11
      const around = ((angle % 360) + 360) % 360
      const inCutaway = vented && around > from - 4 && around < to + 4
      return !inCutaway && circle(...polar(CX, CY, rin + (R - rin) * (0.2 + 0.3 * j), angle), 2.1)
    }),
  )
  const grooves = range(p.slots).map((i) => {
    const angle = (i * 360) / p.slots + 8
    const inCutaway = vented && angle > from - 22 && angle < to
    return !inCutaway && slot(angle, rin, R)
  })
  return [disc(CX, CY, R, R - 2.4), drillings, grooves, vented && cutaway(rin, R)]
}

function slot(a: number, rin: number, R: number) {
  const mid = (rin + R) / 2
  const at = (r: number, angle: number) => points([polar(CX, CY, r, angle)])
  const there = `M${at(rin + 4, a)}Q${at(mid + 1, a + 11)} ${at(R - 4, a + 16)}`
  return path(`${there}L${at(R - 4, a + 19)}Q${at(mid, a + 14.5)} ${at(rin + 4, a + 4)}Z`, 'thin', 'tint')
}

/** A broken-out part of the outer plate shows the vanes of a vented disc. */
function cutaway(rin: number, R: number) {
  const [from, to] = CUTAWAY
  const vanes = range((to - from - 4) / 6.4 + 1).map((i) => {
    const a = from + 3 + i * 6.4
    const outer = [polar(CX, CY, R - 1, a + 2), polar(CX, CY, R - 1, a + 4)]
    return polygon([polar(CX, CY, rin + 3, a), ...outer, polar(CX, CY, rin + 3, a + 2.4)], 'thin', 'tint')
  })
  return [path(sector(CX, CY, rin, R, from, to), 'mid', 'plate'), vanes]
}

function hub({ bolts }: Disc, { R, rin, hat, bore, pitch }: Radii) {
  const holes = range(bolts).map((i) => {
    const angle = -90 + (i * 360) / bolts
    const [x, y] = polar(CX, CY, pitch, angle)
    const axis = centreLine(...polar(x, y, R * 0.1, angle), ...polar(x, y, R * 0.1, angle + 180))
    return [circle(x, y, R * 0.06), axis]
  })
  const [lx, ly] = polar(CX, CY, pitch + R * 0.05, 90 + (bolts % 2 ? 36 : 0))
  return [
    rings(CX, CY, [rin], [rin - 2]),
    disc(CX, CY, hat, hat - 4),
    holes,
    circle(...polar(CX, CY, pitch, -90 + 180 / bolts), R * 0.035),
    pitchCircle(CX, CY, pitch),
    disc(CX, CY, bore, bore + 2),
    centreCross(CX, CY, R + 9),
    leader(lx, ly, CX - R + 8, CY + R + 10, `${bolts}×⌀${bolts > 4 ? 112 : 100}`),
  ]
}

const X0 = 246
const WALL = 4.2

function sectionView(p: Disc, r: Radii) {
  const { R, hat, bore } = r
  const T = Math.max(p.t * r.scale, 5)
  const back = X0 + T - HAT_DEPTH * r.scale
  return [
    edge`M${back} ${CY - bore}V${CY + bore}M${back + WALL} ${CY - bore}V${CY + bore}`,
    line(X0 + T, CY - hat + WALL, X0 + T, CY + hat - WALL),
    half(-1, p, r),
    half(1, p, r),
    centreLine(back - 4 - T, CY, X0 + T + 14, CY),
    dimension(X0 + T, CY - R, X0 + T, CY + R, -26, `⌀${p.d}`),
    dimension(X0, CY + R, X0 + T, CY + R, 14, p.t),
    viewName(X0 + T / 2 - 4, CY - R - 12, 'A–A'),
  ]
}

/** One side of the section, above (−1) or below (+1) the axis. */
function half(side: 1 | -1, p: Disc, { R, rin, hat, bore, pitch, scale }: Radii) {
  const vented = p.t > VENTED_ABOVE
  const T = Math.max(p.t * scale, 5)
  const plate = vented ? T * 0.36 : T / 2
  const x1 = X0 + plate
  const x2 = X0 + T - plate
  const x3 = X0 + T
  const back = X0 + T - HAT_DEPTH * scale
  const y = (r: number) => CY + side * r
  const hole = R * 0.06
  return [
    section(corners`${X0},${y(rin)} ${X0},${y(R)} ${x1},${y(R)} ${x1},${y(rin)}`, 3.4),
    section(
      corners`${x2},${y(rin)} ${x2},${y(R)} ${x3},${y(R)} ${x3},${y(rin - 2)} ${x3},${y(hat - WALL)} ${back + WALL},${y(hat - WALL)} ${back + WALL},${y(bore)} ${back},${y(bore)} ${back},${y(hat)} ${x2},${y(hat)}`,
      3.4,
    ),
    rect(back, side > 0 ? y(pitch - hole) : y(pitch + hole), WALL, 2 * hole, 'mid', 'plate'),
    vented && [line(x1, y(R - 1), x2, y(R - 1)), line(x1, y(rin), x2, y(rin), 'thin')],
  ]
}
