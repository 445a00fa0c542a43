import { round } from './geometry.ts'

/** Line widths, for outlines (`bold`), inner edges (`mid`), and details, centre lines and hatching (`thin`). */
export type Pen = 'bold' | 'mid' | 'thin' | 'none'
/** `plate` is the background colour and hides the marks behind. */
export type Fill = 'none' | 'plate' | 'ink' | 'tint'
/** Thumbnails show the layer `part` only. */
export type Layer = 'part' | 'fine' | 'dimension' | 'callout'

export interface Shape {
  tag: 'path' | 'circle' | 'ellipse' | 'rect'
  attributes: Readonly<Record<string, string | number>>
  pen: Pen | number
  fill: Fill
  /** `plate`, the background colour, is for halos, light text and the inside of tubes. */
  stroke?: 'ink' | 'plate'
  layer?: Layer
}

interface Group {
  marks: Mark
  transform?: string
  layer?: Layer
  /** The parameters whose values the marks letter: see `Label`. */
  states?: readonly string[]
}

/**
 * A text that letters values: `of` are the parameters that they come from, none for a size that no parameter gives. It is
 * drawn only where the address gives all of them.
 */
export interface Label {
  text: string
  of: readonly string[]
}

/** A drawing is a nested list of marks, drawn in order; `false` and `undefined` draw nothing. */
export type Mark = Shape | Group | readonly Mark[] | false | undefined

export interface View {
  pens: Readonly<Record<Exclude<Pen, 'none'>, number>>
  layers: readonly Layer[]
  /** The parameters that may be lettered; default: all, and sizes that no parameter gives. */
  known?: ReadonlySet<string>
}

export const INK = '#000'
const PLATE = '#fff'
const FILLS = {
  none: '',
  plate: ` fill="${PLATE}"`,
  ink: ` fill="${INK}"`,
  tint: ` fill="${INK}" fill-opacity=".08"`,
}

export function renderMarks(mark: Mark, view: View): string {
  if (!mark) return ''
  if (isList(mark)) return mark.map((each) => renderMarks(each, view)).join('')
  if (!view.layers.includes(mark.layer ?? 'part')) return ''
  if ('marks' in mark) return isKnown(mark, view) ? renderGroup(mark, view) : ''
  return renderShape(mark, view)
}

function isKnown({ states }: Group, { known }: View): boolean {
  if (states === undefined || known === undefined) return true
  return states.length > 0 && states.every((name) => known.has(name))
}

function isList(mark: Shape | Group | readonly Mark[]): mark is readonly Mark[] {
  return Array.isArray(mark)
}

function renderGroup(group: Group, view: View): string {
  const body = renderMarks(group.marks, view)
  if (body === '' || !group.transform) return body
  return `<g transform="${group.transform}">${body}</g>`
}

function renderShape(shape: Shape, view: View): string {
  const attributes = Object.entries(shape.attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? round(value) : value}"`)
    .join('')
  const stroke = shape.stroke === 'plate' ? ` stroke="${PLATE}"` : ''
  const faint = shape.layer === 'fine' || shape.layer === 'dimension' ? ' stroke-opacity=".72"' : ''
  return `<${shape.tag}${attributes}${penAttribute(shape.pen, view)}${stroke}${stroke ? '' : faint}${FILLS[shape.fill]}/>`
}

function penAttribute(pen: Pen | number, view: View): string {
  if (pen === 'none') return ' stroke="none"'
  return ` stroke-width="${round(typeof pen === 'number' ? pen : view.pens[pen])}"`
}

export function group(transform: string, marks: Mark): Mark {
  return { marks, transform }
}

/** Marks around (0, 0), rotated clockwise and moved to (x, y). */
export function moved(x: number, y: number, degrees: number, marks: Mark): Mark {
  return group(`translate(${round(x)} ${round(y)})${degrees ? ` rotate(${round(degrees)})` : ''}`, marks)
}

/** Marks that letter the values of these parameters, or, without any, a size that none of them gives. */
export function stating(states: readonly string[] | undefined, marks: Mark): Mark {
  return states ? { marks, states } : marks
}

export function onLayer(layer: Layer, marks: Mark): Mark {
  return { marks, layer }
}

/** Puts marks on a layer that thumbnails leave out. */
export function notInThumb(marks: Mark): Mark {
  return onLayer('dimension', marks)
}
