import { type Point, points, range, round } from './geometry.ts'
import type { Fill, Layer, Mark, Pen, Shape } from './marks.ts'

/** Line widths on cards, in units of the sheet. */
export const PENS = { bold: 1.7, mid: 1.05, thin: 0.6 }

/** A path; rounds its numbers. */
export function path(d: string, pen: Pen | number = 'mid', fill: Fill = 'none', layer?: Layer): Shape {
  return { tag: 'path', attributes: { d: rounded(d) }, pen, fill, layer }
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

export function group(marks: Mark, transform?: string): Mark {
  return { marks, transform }
}

export function moved(marks: Mark, x: number, y: number, degrees = 0): Mark {
  return group(marks, `translate(${round(x)} ${round(y)})${degrees ? ` rotate(${round(degrees)})` : ''}`)
}

/** A dash-dot axis. */
export function centreLine(x1: number, y1: number, x2: number, y2: number): Shape {
  return dashed(line(x1, y1, x2, y2, 'thin'), '11 2.5 2 2.5')
}

/** The axes of a circle. */
export function centreCross(cx: number, cy: number, r: number): Mark {
  return [centreLine(cx - r, cy, cx + r, cy), centreLine(cx, cy - r, cx, cy + r)]
}

/** A dash-dot circle through the centres of holes. */
export function pitchCircle(cx: number, cy: number, r: number): Shape {
  return dashed(circle(cx, cy, r, 'thin'), '9 2.5 2 2.5')
}

/** A hidden edge. */
export function hiddenLine(d: string): Shape {
  return dashed(path(d, 'thin'), '3.5 2.2')
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
