import { balloon, centreLine, dimension, leader, viewName } from '../../annotations.ts'
import { arc, type Point, points, polar, sector } from '../../geometry.ts'
import { defineDrawing, flag, oneOf } from '../../kind.ts'
import { hexagon, hole } from '../../parts.ts'
import {
  circle,
  corners,
  dashed,
  disc,
  line,
  moved,
  path,
  polyline,
  rect,
  rings,
  section,
  solid,
  thin,
  tube,
} from '../../pens.ts'

/** Bore in millimetres, and whether pistons stand on both sides of the disc. */
const CALIPERS = {
  '1': { face: [24], bore: 54, fixed: false },
  '2': { face: [18.5, 18.5], bore: 42, fixed: false },
  '4': { face: [19, 22], bore: 44, fixed: true },
  '6': { face: [14, 16, 18], bore: 38, fixed: true },
} as const

type Caliper = (typeof CALIPERS)[keyof typeof CALIPERS]

/** Centre of the disc under the caliper. */
const CX = 98
const CY = 200

export const caliper = defineDrawing({
  kind: 'caliper',
  title: (p) => `Brake caliper, ${p.pistons === '1' ? 'one piston' : `${p.pistons} pistons`}`,
  params: { pistons: oneOf('1', '2', '4', '6'), lever: flag() },
  crop: [6, 84, 186, 100],
  draw: ({ pistons, lever, callout }) => {
    const model = CALIPERS[pistons]
    return [
      front(model),
      lever && parkingLever(),
      sectionView(model),
      balloon(callout, 22, 40, ...polar(CX, CY, 104, -128)),
    ]
  },
})

function front(model: Caliper) {
  const ears = [-158, -22].map((a) => {
    const [x, y] = polar(CX, CY, 79, a)
    return [disc(x, y, 11.5, 8.5), hole(x, y, 5)]
  })
  const [from, to] = model.fixed ? [-146, -34] : [-138, -42]
  return [
    path(sector(CX, CY, 67, 82, -158, -22), 'bold', 'plate'),
    ears,
    path(sector(CX, CY, 52, 107, from, to), 'bold', 'plate'),
    polyline(arc(CX, CY, 102, from + 2, to - 2, 24), 'thin'),
    polyline(arc(CX, CY, 57, from + 4, to - 4, 24), 'thin'),
    model.fixed ? bridgeBolts() : guidePins(),
    bosses(model),
    nipple(),
    dashed(thin`M${points(arc(CX, CY, 116, -146, -34, 30))}`, '11 2.5 2 2.5'),
    centreLine(CX, 76, CX, 172),
    dimension(...polar(CX, CY, 79, -158), ...polar(CX, CY, 79, -22), 46, 142),
  ]
}

function bosses({ face }: Caliper) {
  const step = face.length === 3 ? 31 : 42
  return face.map((r, i) => {
    const angle = -90 + (i - (face.length - 1) / 2) * step
    const [x, y] = polar(CX, CY, 80, angle)
    const axis = centreLine(...polar(CX, CY, 80 - r - 5, angle), ...polar(CX, CY, 80 + r + 5, angle))
    return [disc(x, y, r, r - 3), rings(x, y, [r * 0.62], [r * 0.5]), axis]
  })
}

/** The lever that the hand-brake cable pulls, with its return spring. */
function parkingLever() {
  const arm = [
    solid`M-9 -9A9 9 0 0 1 0 -12L58 -7A7 7 0 0 1 58 7L0 12A12 12 0 0 1 -12 0Z`,
    thin`M14 -5L48 -2.5`,
    circle(0, 0, 7),
    hexagon(0, 0, 5, 20),
    circle(57, 0, 3.4, 'mid', 'plate'),
    [13, 15.5, 18].map((r) => polyline(arc(0, 0, r, 60, 200, 14), 'thin')),
  ]
  const [x, y] = polar(CX, CY, 80, -90)
  const [ex, ey] = polar(x, y, 57, -38)
  return [
    tube(`M${ex} ${ey}C${ex + 12} ${ey - 14} ${ex + 4} ${ey - 30} ${ex - 16} ${ey - 36}`, 4, 0.8),
    moved(x, y, -38, arm),
  ]
}

const bridgeBolts = () =>
  [-139, -41].map((a) => {
    const at = polar(CX, CY, 95, a)
    return [hexagon(...at, 6.5, a), hexagon(...polar(CX, CY, 63, a), 6.5, a)]
  })

/** Pins on which a floating caliper slides, with their dust boots. */
const guidePins = () =>
  [-150, -30].map((a) => {
    const at = polar(CX, CY, 95, a)
    return [disc(...at, 11, 8.5), hexagon(...at, 6, a)]
  })

function nipple() {
  const [x, y] = polar(CX, CY, 107, -58)
  return moved(x, y, 32, [
    rect(-4, -6, 8, 7, 'mid', 'plate'),
    rect(-2.5, -14, 5, 8, 'mid', 'plate', 1),
    line(-2.5, -9, 2.5, -9, 'thin'),
  ])
}

const AXIS = 122

/** Cut along a piston: disc and pads between the halves. */
function sectionView({ bore, fixed, face }: Caliper) {
  const half = Math.max(...face) * 1.06
  const left = 212
  const right = 304
  const body: Point[] = [
    [left, 78],
    [left + 10, 70],
    [right - 8, 70],
    [right, 78],
    [right, AXIS + half + 9],
    ...(fixed ? cylinder(right, -1, half) : fingers(right, half)),
    [right - 40, 86],
    [left + 40, 86],
    ...cylinder(left, 1, half).reverse(),
    [left, AXIS + half + 9],
  ]
  return [
    section(body, 3.6),
    cup(left + 8, 1, half),
    fixed && cup(right - 8, -1, half),
    pad(left + 39, 1, half),
    pad(right - 39, -1, half),
    rect(253.5, 92, 9, 84, 'mid', 'plate'),
    thin`M253.5 176q4.5 5 9 0`,
    centreLine(left - 8, AXIS, right + 8, AXIS),
    viewName(258, 60, 'A–A'),
    leader(left + 22, AXIS + half, left + 14, 204, `⌀${bore}`),
  ]
}

/** The open bore of one half, from the bridge downward; `side` 1 opens to the right. */
function cylinder(x: number, side: 1 | -1, half: number): Point[] {
  const mouth = x + 32 * side
  const floor = x + 8 * side
  return corners`${mouth},${AXIS + half + 9} ${mouth},${AXIS + half} ${floor},${AXIS + half} ${floor},${AXIS - half} ${mouth},${AXIS - half} ${mouth},86`
}

const fingers = (x: number, half: number): Point[] =>
  corners`${x - 30},${AXIS + half + 9} ${x - 30},${AXIS + half - 6} ${x - 30},86`

function cup(x: number, side: 1 | -1, half: number) {
  const at = (u: number) => x + side * u
  const o = half - 0.5
  const i = half - 5
  const shell = corners`${at(2)},${AXIS - o} ${at(28)},${AXIS - o} ${at(28)},${AXIS - i} ${at(8)},${AXIS - i} ${at(8)},${AXIS + i} ${at(28)},${AXIS + i} ${at(28)},${AXIS + o} ${at(2)},${AXIS + o}`
  return [section(shell, 3, 45), line(at(28), AXIS - i, at(28), AXIS + i, 'thin')]
}

function pad(x: number, side: 1 | -1, half: number) {
  const [plate, lining] = side > 0 ? [x - 2, x + 2] : [x - 2, x - 8]
  return [
    rect(plate, AXIS - half - 4, 4, 2 * half + 8, 'mid', 'plate'),
    rect(lining, AXIS - half - 1, 6, 2 * half + 2, 'mid', 'tint'),
  ]
}
