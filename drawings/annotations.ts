import { type Point, polar, radians, round } from './geometry.ts'
import { GLYPHS } from './glyphs.ts'
import type { Layer, Mark, Shape } from './marks.ts'
import { circle, dashed, line, moved, onLayer, path, thin } from './pens.ts'

const LETTER = { size: 10, halo: true } as const
/** Below this length arrows and figure are outside the extension lines. */
const INSIDE_FROM = 20

/** Marks that thumbnails leave out. */
export function cardOnly(marks: Mark): Mark {
  return onLayer('dimension', marks)
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

/** A dimension between two points; its line is `offset` units away along the normal. */
export function dimension(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  offset: number,
  label: string | number,
): Mark {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const degrees = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
  const upsideDown = degrees > 90.01 || degrees <= -90
  const inside = length > INSIDE_FROM
  const side = Math.sign(offset) || 1
  const extension = (x: number) => faint(line(x, side * 3, x, offset + side * 4, 'thin'))
  const arrows = inside
    ? [faint(line(0, offset, length, offset, 'thin')), arrow(0, offset, 180), arrow(length, offset, 0)]
    : [faint(line(-14, offset, length + 14, offset, 'thin')), arrow(0, offset, 0), arrow(length, offset, 180)]
  const outside = upsideDown ? -17 : length + 17
  const figure = inside
    ? moved(length / 2, offset, upsideDown ? 180 : 0, text(0, -3.2, label, LETTER))
    : moved(outside, offset, upsideDown ? 180 : 0, text(0, 3.4, label, { ...LETTER, anchor: 'start' }))
  return cardOnly(moved(x1, y1, degrees, [extension(0), extension(length), arrows, figure]))
}

/** A note at (x2, y2), to the right or left, with an arrow to (x, y). */
export function leader(
  x: number,
  y: number,
  x2: number,
  y2: number,
  label: string | number,
  towards: 1 | -1 = 1,
): Mark {
  const degrees = (Math.atan2(y - y2, x - x2) * 180) / Math.PI
  const leaderLine = faint(thin`M${x} ${y}L${x2} ${y2}L${x2 + towards * 8} ${y2}`)
  const anchor = towards > 0 ? 'start' : 'end'
  const note = text(x2 + towards * 11, y2 + 3.4, label, { ...LETTER, anchor })
  return cardOnly([arrow(x, y, degrees), leaderLine, note])
}

/** The label of a view, such as A–A. */
export function viewName(
  x: number,
  y: number,
  label: string,
  anchor: 'start' | 'middle' | 'end' = 'middle',
): Mark {
  return cardOnly(text(x, y, label, { size: 10, weight: 'semi', anchor, halo: true }))
}

/** The numbered balloon of a parts list; nothing without a number. */
export function balloon(number: number | undefined, bx: number, by: number, tx: number, ty: number): Mark {
  if (number === undefined) return undefined
  const radius = number > 99 ? 12.5 : 10.5
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

export interface TextStyle {
  /** Em height in units; capitals are 0.7 of it. */
  size?: number
  anchor?: 'start' | 'middle' | 'end'
  /** Degrees clockwise about the anchor. */
  rotate?: number
  weight?: 'regular' | 'semi' | 'bold'
  stroke?: 'ink' | 'plate'
  /** An outline in the background colour, which interrupts lines behind the text. */
  halo?: boolean
  layer?: Layer
}

const ADVANCE = 5.8
const GLYPH_WIDTH = 4
const BASE_LINE = 7
const GRID = 10
const SHIFT = { start: 0, middle: 0.5, end: 1 }
const PEN = { regular: 0.088, semi: 0.115, bold: 0.145 }

/** One line of text with its anchor (x, y) on the base line. Throws for a character without a glyph. */
export function text(x: number, y: number, value: string | number, style: TextStyle = {}): Mark {
  const { size = 9, anchor = 'middle', rotate = 0, weight = 'regular', stroke, halo, layer } = style
  const letters = [...String(value)]
  const left = -SHIFT[anchor] * textWidth(letters.length, 1)
  const place = placer(x, y, size / GRID, rotate)
  const d = letters
    .map((c, i) => glyph(c, (gx, gy) => place(left + i * ADVANCE + gx, gy - BASE_LINE)))
    .join('')
  if (d === '') return undefined
  const pen = size * PEN[weight]
  // no layer on the paths: text is opaque where lines of the layer are not
  const ink: Mark = { ...path(d, pen), stroke }
  const edge: Mark = halo && { ...path(d, pen + 3), stroke: 'plate' }
  return { marks: [edge, ink], layer }
}

/** Width in units, without the gap after the last character. */
export function textWidth(characters: number, size: number): number {
  const grid = size === 1 ? 1 : size / GRID
  return Math.max(0, characters * ADVANCE - (ADVANCE - GLYPH_WIDTH)) * grid
}

/** Text along a circle, centred at `mid` degrees. */
export function arcText(
  value: string,
  [cx, cy]: Point,
  r: number,
  mid: number,
  size: number,
  track = 1,
): Mark {
  const step = ((size * 0.62 * track) / r) * (180 / Math.PI)
  const letters = [...value]
  return letters.map((c, i) => {
    const angle = mid + (i - (letters.length - 1) / 2) * step
    return text(...polar(cx, cy, r, angle), c, { size, rotate: angle + 90, weight: 'semi' })
  })
}

/** Whether every character has a glyph. */
export function canLetter(value: string): boolean {
  return [...value].every((c) => c in GLYPHS)
}

type Place = (gx: number, gy: number) => Point

function placer(x: number, y: number, scale: number, rotate: number): Place {
  const c = Math.cos(radians(rotate)) * scale
  const s = Math.sin(radians(rotate)) * scale
  return (gx, gy) => [x + gx * c - gy * s, y + gx * s + gy * c]
}

function glyph(character: string, place: Place): string {
  const data = GLYPHS[character]
  if (data === undefined) throw new Error(`No glyph for ${character}`)
  return data.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, gx: string, gy: string) => {
    const [px, py] = place(Number(gx), Number(gy))
    return `${round(px)} ${round(py)}`
  })
}
