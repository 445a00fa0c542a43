import { type Point, polar, radians, round } from './geometry.ts'
import { GLYPHS } from './glyphs.ts'
import { type Label, type Mark, stating } from './marks.ts'
import { path } from './paths.ts'

export interface TextStyle {
  /** Em height in units; the cap height is 0.7 of it. */
  size?: number
  anchor?: 'start' | 'middle' | 'end'
  rotate?: number
  weight?: 'regular' | 'semi' | 'bold'
  stroke?: 'ink' | 'plate'
  /** An outline in the background colour, which interrupts lines behind the text. */
  halo?: boolean
}

const ADVANCE = 5.8
const GLYPH_WIDTH = 4
const BASE_LINE = 7
const GRID = 10
const SHIFT = { start: 0, middle: 0.5, end: 1 }
const PEN = { regular: 0.088, semi: 0.115, bold: 0.145 }

/** What can be written: a text, a number, or one that letters values of parameters. */
export type Lettered = string | number | Label

export function textOf(value: Lettered): string {
  return typeof value === 'object' ? value.text : String(value)
}

/** The parameters of a label; a plain text has none. */
export function statedBy(value: Lettered): readonly string[] | undefined {
  return typeof value === 'object' ? value.of : undefined
}

/** Text with its anchor (x, y) on the base line. Throws for a character without a glyph. */
export function text(x: number, y: number, value: Lettered, style: TextStyle = {}): Mark {
  const { size = 9, anchor = 'middle', rotate = 0, weight = 'regular', stroke, halo } = style
  const letters = [...textOf(value)]
  const left = -SHIFT[anchor] * textWidth(letters.length)
  const transform = transformOf(x, y, size / GRID, rotate)
  const d = letters
    .map((c, i) => glyph(c, (gx, gy) => transform(left + i * ADVANCE + gx, gy - BASE_LINE)))
    .join('')
  if (d === '') return undefined
  const pen = size * PEN[weight]
  const ink: Mark = { ...path(d, pen), stroke }
  const edge: Mark = halo && { ...path(d, pen + 3), stroke: 'plate' }
  return stating(statedBy(value), [edge, ink])
}

/** Width in units of the grid, without the gap after the last character. */
export function textWidth(characters: number): number {
  return Math.max(0, characters * ADVANCE - (ADVANCE - GLYPH_WIDTH))
}

/** Text along a circle, centred at `mid` degrees; `track` scales the distance between its letters. */
export function arcText(
  value: Lettered,
  [cx, cy]: Point,
  r: number,
  mid: number,
  size: number,
  track = 1,
): Mark {
  const step = ((size * 0.62 * track) / r) * (180 / Math.PI)
  const letters = [...textOf(value)]
  const marks = letters.map((c, i) => {
    const angle = mid + (i - (letters.length - 1) / 2) * step
    return text(...polar(cx, cy, r, angle), c, { size, rotate: angle + 90, weight: 'semi' })
  })
  return stating(statedBy(value), marks)
}

export function hasGlyphs(value: string): boolean {
  return [...value].every((c) => c in GLYPHS)
}

type Transform = (gx: number, gy: number) => Point

function transformOf(x: number, y: number, scale: number, rotate: number): Transform {
  const c = Math.cos(radians(rotate)) * scale
  const s = Math.sin(radians(rotate)) * scale
  return (gx, gy) => [x + gx * c - gy * s, y + gx * s + gy * c]
}

function glyph(character: string, transform: Transform): string {
  const data = GLYPHS[character]
  if (data === undefined) throw new Error(`No glyph for ${character}`)
  return data.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, gx: string, gy: string) => {
    const [px, py] = transform(Number(gx), Number(gy))
    return `${round(px)} ${round(py)}`
  })
}
