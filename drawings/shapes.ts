import { type Point, points, range } from './geometry.ts'
import type { Fill, Mark, Pen, Shape } from './marks.ts'
import { path } from './paths.ts'

/** Points in the notation of SVG: corners`0,0 10,0 10,10`. */
export function corners(data: TemplateStringsArray, ...values: (string | number)[]): Point[] {
  return String.raw(data, ...values)
    .split(' ')
    .map((pair) => {
      const [x = 0, y = 0] = pair.split(',').map(Number)
      return [x, y]
    })
}

export function circle(cx: number, cy: number, r: number, pen: Pen = 'mid', fill: Fill = 'none'): Shape {
  return { tag: 'circle', attributes: { cx, cy, r }, pen, fill }
}

/** A round part, and thin circles on it. */
export function disc(cx: number, cy: number, r: number, ...inner: number[]): Mark {
  return [circle(cx, cy, r, 'bold', 'plate'), inner.map((each) => circle(cx, cy, each, 'thin'))]
}

/** A circle with a thin one inside: the head of a bolt or rivet, a diode, a ball. */
export function rivet(cx: number, cy: number, r: number, inner: number): Mark {
  return [circle(cx, cy, r, 'mid', 'plate'), circle(cx, cy, inner, 'thin')]
}

/** Concentric circles with the radii `edges` and, thin, `thinOnes`. */
export function rings(cx: number, cy: number, edges: number[], thinOnes: number[]): Mark {
  return [edges.map((r) => circle(cx, cy, r)), thinOnes.map((r) => circle(cx, cy, r, 'thin'))]
}

export function ellipse(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  pen: Pen = 'mid',
  fill: Fill = 'none',
): Shape {
  return { tag: 'ellipse', attributes: { cx, cy, rx, ry }, pen, fill }
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  pen: Pen = 'mid',
  fill: Fill = 'none',
  rx = 0,
): Shape {
  return { tag: 'rect', attributes: rx ? { x, y, width, height, rx } : { x, y, width, height }, pen, fill }
}

export function polygon(corners: readonly Point[], pen: Pen = 'mid', fill: Fill = 'none'): Shape {
  return path(`M${points(corners)}Z`, pen, fill)
}

export function polyline(corners: readonly Point[], pen: Pen = 'mid', fill: Fill = 'none'): Shape {
  return path(`M${points(corners)}`, pen, fill)
}

export function hatch(corners: readonly Point[], gap = 4, degrees = -45): Shape {
  const c = Math.cos((-degrees * Math.PI) / 180)
  const s = Math.sin((-degrees * Math.PI) / 180)
  const rotated = corners.map(([x, y]): Point => [x * c - y * s, x * s + y * c])
  const heights = rotated.map(([, y]) => y)
  const bottom = Math.max(...heights)
  let d = ''
  for (let y = Math.ceil(Math.min(...heights) / gap) * gap + 0.01; y < bottom; y += gap) {
    const cuts = crossings(rotated, y)
    range(cuts.length / 2).forEach((i) => {
      const [a = 0, b = 0] = cuts.slice(2 * i, 2 * i + 2)
      d += `M${points([[a * c + y * s, -a * s + y * c]])}L${points([[b * c + y * s, -b * s + y * c]])}`
    })
  }
  return path(d, 'thin', 'none', 'fine')
}

/** The x coordinates at which a horizontal line crosses a polygon, ascending. */
function crossings(corners: readonly Point[], y: number): number[] {
  return corners
    .flatMap(([x1, y1], i) => {
      const [x2, y2] = corners[(i + 1) % corners.length] ?? [x1, y1]
      return y1 <= y !== y2 <= y ? [x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)] : []
    })
    .sort((a, b) => a - b)
}

/** A hatched cut surface. */
export function section(corners: readonly Point[], gap = 4, degrees = -45): Mark {
  return [polygon(corners, 'mid', 'plate'), hatch(corners, gap, degrees)]
}
