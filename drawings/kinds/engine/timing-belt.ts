import { balloon, cardOnly, centreCross, dimension, leader } from '../../annotations.ts'
import { arc, type Point, points, polar, range } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import { circle, corners, dashed, edge, path, rect, section, thin } from '../../pens.ts'

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
  draw: ({ teeth, width, callout }) => [
    loop(teeth),
    ROUTE.map(([x, y, r]) => sprocket(x, y, r - 7)),
    profile(),
    strip(width),
    leader(...polar(158, 70, 36, -40), 206, 28, `Z ${teeth}`),
    balloon(callout, 24, 200, 76, 146),
  ],
})

/** Points around the outside of the sprockets, about a unit apart. */
function course(): Point[] {
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
    return arc(x, y, r, arrive, arrive + sweep, 48)
  })
}

function loop(teeth: number) {
  const outer = course()
  const closed: Point[] = outer[0] ? [...outer, outer[0]] : outer
  const lengths = closed
    .slice(1)
    .map(([x, y], i) => Math.hypot(x - (closed[i]?.[0] ?? x), y - (closed[i]?.[1] ?? y)))
  const total = lengths.reduce((sum, each) => sum + each, 0)
  const marks = range(teeth).map((tooth) => toothAt((tooth * total) / teeth, closed, lengths))
  return [path(`M${points(outer)}Z`, 'bold'), edge`M${points(inward(outer, 3))}Z`, path(marks.join(''), 2)]
}

/** A short stroke inward from the belt at a distance along it. */
function toothAt(distance: number, course: readonly Point[], lengths: readonly number[]): string {
  let rest = distance
  let i = 0
  while (i < lengths.length - 1 && rest > (lengths[i] ?? 0)) {
    rest -= lengths[i] ?? 0
    i += 1
  }
  const a = course[i]
  const b = course[i + 1]
  const length = lengths[i]
  if (!a || !b || !length) return ''
  const ux = (b[0] - a[0]) / length
  const uy = (b[1] - a[1]) / length
  const x = a[0] + ux * rest
  const y = a[1] + uy * rest
  return `M${points([
    [x - uy * 3.5, y + ux * 3.5],
    [x - uy * 5.6, y + ux * 5.6],
  ])}`
}

const inward = (course: readonly Point[], by: number): Point[] =>
  course.map(([x, y], i) => {
    const [px, py] = course[(i + course.length - 1) % course.length] ?? [x, y]
    const [nx, ny] = course[(i + 1) % course.length] ?? [x, y]
    const length = Math.hypot(nx - px, ny - py) || 1
    return [x - ((ny - py) / length) * by, y + ((nx - px) / length) * by]
  })

/** Thin lines, since the sprockets are not part of the belt. */
const sprocket = (x: number, y: number, r: number) => [
  dashed(circle(x, y, r, 'thin'), '11 2.5 2 2.5'),
  dashed(circle(x, y, r * 0.4, 'thin'), '11 2.5 2 2.5'),
  centreCross(x, y, r + 2),
]

/** Three teeth, enlarged and cut. */
function profile() {
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
  return cardOnly([section(outline, 3.4), cords, dimension(222, 97, 222 + pitch, 97, 16, '8.0')])
}

/** The toothed face, true to width. */
function strip(width: number) {
  const h = 14 + width * 1.1
  return [
    rect(206, 146, 84, h, 'bold', 'plate'),
    range(9).map((i) => [rect(209 + i * 9, 146, 5, h, 'mid', 'tint')]),
    thin`M206 142V${146 + h + 4}M290 142V${146 + h + 4}`,
    dimension(290, 146, 290, 146 + h, -12, width),
  ]
}
