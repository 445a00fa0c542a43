import { arc, type Point, points, radians, range } from '../geometry.ts'
import { defineDrawing, flag } from '../kind.ts'
import { text } from '../lettering.ts'
import { type Fill, group, type Mark, moved, onLayer, type Pen } from '../marks.ts'
import { axis, inlay, line, path, solid, thin } from '../paths.ts'
import { circle, ellipse, polygon, polyline } from '../shapes.ts'

/** Ratio of the axes of the ellipses that represent circles. */
const TILT = 0.36

/** An exploded front axle, drawn along a horizontal axis and then rotated. */
export const explodedBrake = defineDrawing({
  kind: 'exploded-brake',
  title: () =>
    'Exploded drawing of a front axle: hub cap, axle nut, bolts, brake disc, caliper, hub, bearing, dust shield and half shaft on one axis',
  params: { tall: flag() },
  box: (p) => (p.tall ? [0, 0, 600, 1000] : [0, 0, 1060, 660]),
  draw: ({ tall }) => {
    const turn = tall ? -66 : -17
    return group(tall ? `translate(262 508) rotate(${turn})` : `translate(470 340) rotate(${turn})`, [
      axis`M-470 0H610`,
      cylinder(500, 13, 110),
      inlay`M610 -13q8 6 2 13t4 13`,
      range(7).map((i) => cylinder(500 - i * 11.5, 22 + i * 4.6, 9, 'mid')),
      cylinder(398, 52, 34),
      face(398, 46, 'thin'),
      [-55, -30, 20, 60].map((a) => flute(398, 52, a, 34)),
      cylinder(384, 30, 16, 'mid'),
      cylinder(330, 17, 56),
      range(16).map((i) => flute(330, 17, -84 + i * 11, 40)),
      face(330, 17, 'bold', 'plate'),
      face(330, 12, 'thin'),
      cylinder(296, 9, 34, 'mid'),
      range(8).map((i) => thin`M${300 + i * 3.6} -9A${TILT * 9} 9 0 0 1 ${300 + i * 3.6} 9`),
      dustShield(),
      bearing(),
      cylinder(62, 24, 46),
      range(10).map((i) => flute(64, 24, -80 + i * 18, 44)),
      cylinder(44, 66, 12),
      face(44, 61, 'thin'),
      face(44, 34),
      face(44, 30, 'thin'),
      cylinder(30, 28, 14, 'mid'),
      face(30, 22),
      face(33, 17, 'mid', 'tint'),
      [218, 146, -70, 74, 2].map((a) => stud(44, 48, a, 4.6, 30)),
      explodedBrakeDisc(),
      caliperSet(tall),
      bolts(),
      nutAndCap(),
      callouts(tall, turn),
    ])
  },
})

function dustShield() {
  const sweep = (sx: number, r: number, a1: number, a2: number) =>
    `M${points([at(sx, r, a1)])}A${TILT * r} ${r} 0 1 1 ${points([at(sx, r, a2)])}`
  return [
    path(sweep(232, 128, 166, 56), 'bold', 'plate'),
    solid`${sweep(226, 128, 160, 62)}L${points([at(226, 66, 62)])}A${TILT * 66} 66 0 0 1 ${points([at(226, 66, 160)])}Z`,
    path(sweep(226, 121, 163, 59), 'thin'),
    [80, 77].map((r) => path(sweep(226, r, 160, 62), 'thin')),
    face(226, 46, 'bold', 'plate'),
    face(230, 44, 'thin'),
    range(3).map((i) => spot(226, 56, -90 + i * 120, 4)),
    range(5).map((i) => {
      const a = -150 + i * 24
      return polygon(
        [at(226, 88, a), at(226, 112, a), at(226, 112, a + 6), at(226, 88, a + 6)],
        'thin',
        'tint',
      )
    }),
  ]
}

function bearing() {
  const groove = (x: number) => thin`M${x} -46A${TILT * 46} 46 0 0 1 ${x} 46`
  return [
    cylinder(150, 46, 34),
    face(150, 42, 'thin'),
    face(150, 37),
    range(13).map((i) => spot(150, 32, i * 27.7, 5, 'mid', 'plate')),
    face(150, 26, 'mid', 'plate'),
    face(150, 21, 'bold'),
    face(153, 20, 'thin'),
    groove(176),
    groove(180),
  ]
}

const explodedBrakeDisc = () => [
  cylinder(-95, 138, 9),
  solid`M-112 -138H-103A${TILT * 138} 138 0 0 1 -103 138H-112`,
  range(41).map((i) => {
    const [px, py] = at(-102.4, 138, -84 + i * 4.2)
    return line(px, py, px + 6.6, py, 'thin')
  }),
  face(-112, 138, 'bold', 'plate'),
  face(-112, 134, 'thin'),
  range(20).map((i) => range(3).map((j) => spot(-112, 92 + j * 15, i * 18 + j * 7, 3.4, 'mid', 'tint'))),
  face(-112, 82),
  face(-112, 79, 'thin'),
  cylinder(-138, 70, 26),
  face(-138, 66, 'thin'),
  range(5).map((i) => spot(-138, 48, -70 + i * 72, 5.6, 'mid', 'tint')),
  spot(-138, 48, -34, 3.2),
  face(-138, 31, 'bold', 'plate'),
  thin`M${points([at(-145, 31, -62)])}A${TILT * 29} 29 0 0 1 ${points([at(-145, 31, 62)])}`,
]

/** A segment of a ring: the outer arc from `a1` to `a2` degrees, then the inner one from `b1` to `b2`; `steps`: points of each. */
const ringPart = (
  outer: number,
  inner: number,
  a1: number,
  a2: number,
  b1: number,
  b2: number,
  steps: [number, number],
): Point[] => [...arc(0, 0, outer, a1, a2, steps[0]), ...arc(0, 0, inner, b1, b2, steps[1])]

function caliperSet(tall: boolean) {
  const bridge = (from: number) =>
    prism(ringPart(172, 150, from, from + 10, from + 10, from, [4, 4]), -22, 84, [0, 4, 5])
  const pad = (x: number, backing: boolean) =>
    backing
      ? prism(ringPart(138, 88, -132, -48, -50, -130, [14, 14]), x, 5, [0, 14, 15, 29])
      : prism(ringPart(134, 92, -128, -52, -56, -124, [14, 14]), x, 9, [0, 14, 15, 29])
  const marks = [
    prism(ringPart(172, 84, -140, -40, -46, -134, [20, 16]), 62, 44, [0, 20, 21, 37]),
    [-112, -68].map(pistonBoss),
    pad(26, true),
    pad(17, false),
    bridge(-118),
    bridge(-72),
    pad(-2, false),
    pad(-8, true),
    outerHalf(),
  ]
  return [axis`M30 -140V-212`, moved(tall ? 10 : 62, -92, 0, marks)]
}

function pistonBoss(angle: number) {
  const [u, v] = at(62, 122, angle)
  return [
    ellipse(u, v, TILT * 25, 25, 'bold', 'plate'),
    ellipse(u + 3, v, TILT * 22, 22, 'thin'),
    ellipse(u - 5, v, TILT * 21, 21, 'mid', 'plate'),
    ellipse(u - 5, v, TILT * 14, 14, 'thin'),
  ]
}

function outerHalf() {
  const rib = (r: number, a1: number, a2: number) =>
    polyline(
      arc(0, 0, r, a1, a2, 20).map(([u, v]) => [-52 + TILT * u, v]),
      'thin',
    )
  return [
    prism(ringPart(172, 100, -136, -44, -50, -130, [20, 16]), -52, 24, [0, 20, 21, 37]),
    rib(164, -133, -47),
    rib(108, -128, -52),
    rib(140, -112, -68),
    rib(128, -112, -68),
    [-128, -52].map((a) => [spot(-52, 136, a, 8, 'mid', 'plate'), spot(-52, 136, a, 4, 'thin')]),
  ]
}

/** Wheel bolts, the farthest first. */
const bolts = () =>
  [2, 74, 146, 218, -70]
    .map((a) => at(-216, 48, a))
    .sort(([x1], [x2]) => x2 - x1)
    .map(([x, y]) => {
      const hex = range(6).map((i): Point => {
        const [u, v] = at(x, 10, i * 60 + 20)
        return [u, y + v]
      })
      const edges = [hex[0], hex[5]].map(
        (corner) => corner && line(...corner, corner[0] + 14, corner[1], 'thin'),
      )
      return [
        axis`M${x + 26} ${y}H${x + 74}`,
        inlay`M${x + 12} ${y - 10}L${x + 24} ${y - 6}A2.2 6 0 0 1 ${x + 24} ${y + 6}L${x + 12} ${y + 10}Z`,
        inlay`M${x} ${y - 10}H${x + 14}A${TILT * 10} 10 0 0 1 ${x + 14} ${y + 10}H${x}Z`,
        ellipse(x, y, TILT * 10, 10, 'mid', 'plate'),
        polygon(hex, 'mid', 'plate'),
        ellipse(x, y, TILT * 5, 5, 'mid', 'tint'),
        edges,
      ]
    })

function nutAndCap() {
  const corners = range(6).map((i) => at(-350, 20, i * 60 + 10))
  return [
    cylinder(-350, 20, 20),
    polygon(corners, 'mid', 'plate'),
    face(-350, 12, 'mid', 'plate'),
    face(-348, 10, 'thin'),
    corners.map(([x, y], i) => Math.cos(radians(i * 60 + 10)) > -0.2 && line(x, y, x + 14, y, 'thin')),
    cylinder(-424, 33, 8, 'mid'),
    cylinder(-446, 29, 22),
    [24, 10].map((r) => face(-446, r, 'thin')),
  ]
}

/** Balloons are not rotated with the axis. */
function callouts(tall: boolean, turn: number) {
  const [radius, size] = tall ? [21, 21] : [14, 14]
  const call = (number: number, bx: number, by: number, tx: number, ty: number) => [
    line(bx, by, tx, ty, 'thin'),
    circle(tx, ty, 2.2, 'none', 'ink'),
    moved(bx, by, -turn, [
      circle(0, 0, radius, 'mid', 'plate'),
      text(0, size * 0.35, number, { size, weight: 'semi' }),
    ]),
  ]
  const marks = [
    call(1, -470, 78, -436, 18),
    call(2, -360, 92, -340, 12),
    call(3, -236, 126, -212, 56),
    call(4, -150, 196, -120, 118),
    tall ? call(5, 130, -280, 84, -214) : call(5, 262, -214, 190, -196),
    call(6, 40, 128, 42, 56),
    call(7, 150, 112, 162, 40),
    call(8, 300, -140, 268, -70),
    call(9, 480, 100, 468, 30),
  ]
  return onLayer('callout', marks)
}

/** A round body with its near face at `x`. */
function cylinder(x: number, r: number, length: number, pen: Pen = 'bold'): Mark {
  const body = `M${x} ${-r}H${x + length}A${TILT * r} ${r} 0 0 1 ${x + length} ${r}H${x}Z`
  return [path(body, pen, 'plate'), ellipse(x, 0, TILT * r, r, pen, 'plate')]
}

/** A circle in the plane at `x`. */
function face(x: number, r: number, pen: Pen = 'mid', fill: Fill = 'none'): Mark {
  return ellipse(x, 0, TILT * r, r, pen, fill)
}

/** A point on the circle of radius `r` in the plane at `x`. */
function at(x: number, r: number, degrees: number): Point {
  return [x + TILT * r * Math.cos(radians(degrees)), r * Math.sin(radians(degrees))]
}

/** A line along the axis at radius `r`: a spline, a stud or a rib. */
function flute(x: number, r: number, degrees: number, length: number): Mark {
  const [px, py] = at(x, r, degrees)
  return line(px, py, px + length, py, 'thin')
}

function spot(x: number, r: number, degrees: number, size: number, pen: Pen = 'mid', fill: Fill = 'none') {
  const [px, py] = at(x, r, degrees)
  return ellipse(px, py, TILT * size, size, pen, fill)
}

/** A threaded stud on a face, towards the viewer. */
function stud(x: number, r: number, degrees: number, radius: number, length: number): Mark {
  const [px, py] = at(x, r, degrees)
  return [
    path(`M${px - length} ${py - radius}H${px}V${py + radius}H${px - length}Z`, 'mid', 'plate'),
    ellipse(px - length, py, TILT * radius, radius, 'mid', 'plate'),
    range(length / 4 - 2).map((i) => {
      const tx = px - length + 4 + i * 3.2
      return path(`M${tx} ${py - radius}A${TILT * radius} ${radius} 0 0 1 ${tx} ${py + radius}`, 'thin')
    }),
  ]
}

/** An extruded outline; edges are visible at the corners `edges`, the highest and the lowest. */
function prism(outline: readonly Point[], x: number, length: number, edges: readonly number[]): Mark {
  const front = outline.map(([u, v]): Point => [x + TILT * u, v])
  const rear = outline.map(([u, v]): Point => [x + length + TILT * u, v])
  const furthest = (sign: 1 | -1) =>
    front.reduce((best, [, v], i) => (sign * v < sign * (front[best]?.[1] ?? v) ? i : best), 0)
  return [
    polygon(rear, 'bold', 'plate'),
    front.map((corner, i) => {
      const j = (i + 1) % front.length
      return polygon([corner, front[j] ?? corner, rear[j] ?? corner, rear[i] ?? corner], 'none', 'plate')
    }),
    [...new Set([...edges, furthest(1), furthest(-1)])].map((i) => {
      const a = front[i]
      const b = rear[i]
      return a && b ? line(...a, ...b) : undefined
    }),
    polygon(front, 'bold', 'plate'),
  ]
}
