import { round } from './geometry.ts'
import type { Fill, Layer, Mark, Pen, Shape } from './marks.ts'

/** Line widths on cards, in units of the sheet. */
export const PENS = { bold: 1.7, mid: 1.05, thin: 0.6 }

export function path(d: string, pen: Pen | number = 'mid', fill: Fill = 'none', layer?: Layer): Shape {
  return { tag: 'path', attributes: { d: rounded(d) }, pen, fill, layer }
}

type PathTag = (data: TemplateStringsArray, ...values: (string | number)[]) => Shape

function pathTag(pen: Pen, fill: Fill): PathTag {
  return (data, ...values) => path(String.raw(data, ...values), pen, fill)
}

/** Paths as template literals of SVG path data: solid`M0 0H10V10Z`. `solid` and `inlay` hide what is behind. */
export const solid = pathTag('bold', 'plate')
export const inlay = pathTag('mid', 'plate')
export const tinted = pathTag('mid', 'tint')
export const opening = pathTag('bold', 'tint')
export const outline = pathTag('bold', 'none')
export const edge = pathTag('mid', 'none')
export const thin = pathTag('thin', 'none')
export const axis: PathTag = (data, ...values) => dashed(thin(data, ...values), '11 2.5 2 2.5')

export function line(x1: number, y1: number, x2: number, y2: number, pen: Pen | number = 'mid'): Shape {
  return path(`M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`, pen)
}

/** A thin line that thumbnails leave out. */
export function fine(d: string): Shape {
  return path(d, 'thin', 'none', 'fine')
}

/** A dashed line, which thumbnails leave out. */
export function dashed(shape: Shape, dash: string): Shape {
  return { ...shape, attributes: { ...shape.attributes, 'stroke-dasharray': dash }, layer: 'fine' }
}

/** A bent wire or hose of the given thickness along a path; `edge` is the width of its outlines. */
export function tube(d: string, width: number, edge = PENS.bold): Mark {
  const outer = path(d, width)
  const butt = { ...outer, attributes: { ...outer.attributes, 'stroke-linecap': 'butt' } }
  return [butt, { ...butt, pen: width - 2 * edge, stroke: 'plate' }]
}

function rounded(d: string): string {
  return d.replace(/-?\d*\.?\d+(?:e-?\d+)?/g, (number) => String(round(Number(number))))
}
