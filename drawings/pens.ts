import { type Point, points, range, round } from './geometry.ts'
import type { Fill, Layer, Mark, Pen, Shape } from './marks.ts'

/** Line widths on cards, in units of the sheet. */
export const PENS = { bold: 1.7, mid: 1.05, thin: 0.6 }

/** A path; rounds its numbers. */
export function path(d: string, pen: Pen | number = 'mid', fill: Fill = 'none', layer?: Layer): Shape {
  return { tag: 'path', attributes: { d: rounded(d) }, pen, fill, layer }
}

type PathTag = (data: TemplateStringsArray, ...values: (string | number)[]) => Shape

function pathTag(pen: Pen, fill: Fill): PathTag {
  return (data, ...values) => path(String.raw(data, ...values), pen, fill)
}

/** Paths as template literals of SVG path data. Filled ones hide what is behind: solid`M0 0H10V10Z`. */
export const solid = pathTag('bold', 'plate')
export const inlay = pathTag('mid', 'plate')
export const tinted = pathTag('mid', 'tint')
export const edge = pathTag('mid', 'none')
export const thin = pathTag('thin', 'none')

/** Points in the notation of SVG: corners`0,0 10,0 10,10`. */
export function corners(data: TemplateStringsArray, ...values: (string | number)[]): Point[] {
  return String.raw(data, ...values)
    .split(' ')
    .map((pair) => {
      const [x = 0, y = 0] = pair.split(',').map(Number)
      return [x, y]
    })
}

export function line(x1: number, y1: number, x2: number, y2: number, pen: Pen | number = 'mid'): Shape {
  return path(`M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`, pen)
}

export function circle(cx: number, cy: number, r: number, pen: Pen = 'mid', fill: Fill = 'none'): Shape {
  return { tag: 'circle', attributes: { cx, cy, r }, pen, fill }
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

export function group(transform: string, marks: Mark): Mark {
  return { marks, transform }
}

/** Marks around (0, 0), rotated clockwise and moved to (x, y). */
export function moved(x: number, y: number, degrees: number, marks: Mark): Mark {
  return group(`translate(${round(x)} ${round(y)})${degrees ? ` rotate(${round(degrees)})` : ''}`, marks)
}

export function onLayer(layer: Layer, marks: Mark): Mark {
  return { marks, layer }
}

/** A round part, and thin circles on it. */
export function disc(cx: number, cy: number, r: number, ...inner: number[]): Mark {
  return [circle(cx, cy, r, 'bold', 'plate'), inner.map((each) => circle(cx, cy, each, 'thin'))]
}

/** Concentric circles: edges, and thin ones. */
export function rings(cx: number, cy: number, edges: number[], thinOnes: number[]): Mark {
  return [edges.map((r) => circle(cx, cy, r)), thinOnes.map((r) => circle(cx, cy, r, 'thin'))]
}

export function fine(d: string): Shape {
  return path(d, 'thin', 'none', 'fine')
}

export function dashed(shape: Shape, dash: string): Shape {
  return { ...shape, attributes: { ...shape.attributes, 'stroke-dasharray': dash }, layer: 'fine' }
}

/** Bent wire or hose of the given thickness along a path. */
export function tube(d: string, width: number, edge = PENS.bold): Mark {
  const outer = path(d, width)
  const butt = { ...outer, attributes: { ...outer.attributes, 'stroke-linecap': 'butt' } }
  return [butt, { ...butt, pen: width - 2 * edge, stroke: 'plate' }]
}

/** Hatching inside a polygon. */
export function hatch(corners: readonly Point[], gap = 4, degrees = -45): Shape {
  const c = Math.cos((-degrees * Math.PI) / 180)
  const s = Math.sin((-degrees * Math.PI) / 180)
  const turned = corners.map(([x, y]): Point => [x * c - y * s, x * s + y * c])
  const heights = turned.map(([, y]) => y)
  const bottom = Math.max(...heights)
  let d = ''
  for (let y = Math.ceil(Math.min(...heights) / gap) * gap + 0.01; y < bottom; y += gap) {
    const cuts = crossings(turned, y)
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

/** A hatched section. */
export function section(corners: readonly Point[], gap = 4, degrees = -45): Mark {
  return [polygon(corners, 'mid', 'plate'), hatch(corners, gap, degrees)]
}

function rounded(d: string): string {
  return d.replace(/-?\d*\.?\d+(?:e-?\d+)?/g, (number) => String(round(Number(number))))
}
