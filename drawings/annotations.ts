import { round } from './geometry.ts'
import { type Lettered, statedBy, text, textOf } from './lettering.ts'
import { type Mark, moved, notInThumb, onLayer, type Shape, stating } from './marks.ts'
import { axis, dashed, line, path, thin } from './paths.ts'
import { circle } from './shapes.ts'

const LETTER = { size: 10, halo: true } as const
/** Up to this length the arrows and the label of a dimension are outside its extension lines. */
const INSIDE_ABOVE = 20

export function centreCross(cx: number, cy: number, r: number): Mark {
  return axis`M${cx - r} ${cy}H${cx + r}M${cx} ${cy - r}V${cy + r}`
}

/** A dash-dot circle through the centres of holes. */
export function pitchCircle(cx: number, cy: number, r: number): Shape {
  return dashed(circle(cx, cy, r, 'thin'), '9 2.5 2 2.5')
}

export function hiddenLine(d: string): Shape {
  return dashed(path(d, 'thin'), '3.5 2.2')
}

/** A dimension between two points; its line is `offset` units away along the normal. */
export function dimension(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  offset: number,
  label: Lettered,
): Mark {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const degrees = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
  const upsideDown = degrees > 90.01 || degrees <= -90
  const inside = length > INSIDE_ABOVE
  const side = Math.sign(offset) || 1
  const extension = (x: number) => faint(line(x, side * 3, x, offset + side * 4, 'thin'))
  const arrows = inside
    ? [faint(line(0, offset, length, offset, 'thin')), arrow(0, offset, 180), arrow(length, offset, 0)]
    : [faint(line(-14, offset, length + 14, offset, 'thin')), arrow(0, offset, 0), arrow(length, offset, 180)]
  const outside = upsideDown ? -17 : length + 17
  const figure = inside
    ? moved(length / 2, offset, upsideDown ? 180 : 0, text(0, -3.2, label, LETTER))
    : moved(outside, offset, upsideDown ? 180 : 0, text(0, 3.4, label, { ...LETTER, anchor: 'start' }))
  const marks = moved(x1, y1, degrees, [extension(0), extension(length), arrows, figure])
  return notInThumb(stating(sizeOf(label), marks))
}

/** A note beside (x2, y2), to its right or, with `towards` -1, to its left, and an arrow from there to (x, y). */
export function leader(
  x: number,
  y: number,
  x2: number,
  y2: number,
  label: Lettered,
  towards: 1 | -1 = 1,
): Mark {
  const degrees = (Math.atan2(y - y2, x - x2) * 180) / Math.PI
  const leaderLine = faint(thin`M${x} ${y}L${x2} ${y2}L${x2 + towards * 8} ${y2}`)
  const anchor = towards > 0 ? 'start' : 'end'
  const note = text(x2 + towards * 11, y2 + 3.4, label, { ...LETTER, anchor })
  return notInThumb(stating(sizeOf(label), [arrow(x, y, degrees), leaderLine, note]))
}

/** A plain note with digits is a size that no parameter gives. */
function sizeOf(label: Lettered): readonly string[] | undefined {
  return statedBy(label) ?? (/\d/.test(textOf(label)) ? [] : undefined)
}

/** The label of a view or section, for example A–A. */
export function viewName(
  x: number,
  y: number,
  label: string,
  anchor: 'start' | 'middle' | 'end' = 'middle',
): Mark {
  return notInThumb(text(x, y, label, { size: 10, weight: 'semi', anchor, halo: true }))
}

/** A numbered balloon with a line to (tx, ty): the number of the drawing in a list on the page. Nothing without a number. */
export function balloon(number: number | undefined, bx: number, by: number, tx: number, ty: number): Mark {
  if (number === undefined) return undefined
  const radius = 10.5
  const angle = Math.atan2(ty - by, tx - bx)
  const marks = [
    line(bx + radius * Math.cos(angle), by + radius * Math.sin(angle), tx, ty, 'thin'),
    circle(tx, ty, 1.7, 'none', 'ink'),
    circle(bx, by, radius, 'mid', 'plate'),
    text(bx, by + 3.7, number, { size: 10.5, weight: 'semi' }),
  ]
  return onLayer('callout', marks)
}

export function arrow(x: number, y: number, degrees: number): Mark {
  const head = path('M0 0L-7 1.5V-1.5Z', 'none', 'ink')
  return moved(round(x), round(y), degrees, head)
}

function faint(shape: Shape): Shape {
  return { ...shape, layer: 'dimension' }
}
