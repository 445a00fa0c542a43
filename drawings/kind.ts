import { hasGlyphs } from './lettering.ts'
import { INK, type Mark, renderMarks, type View } from './marks.ts'
import { PENS } from './paths.ts'

/** A parameter of a drawing: invalid text gives the default, values out of bounds are clamped. */
export interface Param<V> {
  fallback: V
  read(raw: string): V
  /** Boundary values, for tests. */
  samples: readonly string[]
}

export type ParamTable = Readonly<Record<string, Param<unknown>>>
type Values<P extends ParamTable> = {
  readonly [K in keyof P]: P[K] extends Param<infer V> ? V : never
}

const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/

export function number(fallback: number, min: number, max: number): Param<number> {
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)) * 100) / 100
  return {
    fallback,
    read: (raw) => (DECIMAL.test(raw) ? clamp(Number(raw)) : fallback),
    samples: [String(min), String(max)],
  }
}

export function int(fallback: number, min: number, max: number): Param<number> {
  const { read, samples } = number(fallback, min, max)
  return { fallback, read: (raw) => Math.round(read(raw)), samples }
}

export function flag(fallback = false): Param<boolean> {
  const words: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }
  return { fallback, read: (raw) => words[raw] ?? fallback, samples: ['1', '0'] }
}

export function oneOf<const W extends readonly [string, ...string[]]>(...words: W): Param<W[number]> {
  const [fallback] = words
  return {
    fallback,
    read: (raw) => words.find((word) => word === raw.toLowerCase()) ?? fallback,
    samples: words,
  }
}

/** Left or right, also by the first letter. */
export function side(): Param<'l' | 'r'> {
  const words: Record<string, 'l' | 'r'> = { l: 'l', left: 'l', r: 'r', right: 'r' }
  return { fallback: 'l', read: (raw) => words[raw.toLowerCase()] ?? 'l', samples: ['left', 'right'] }
}

/** A short text of characters that have glyphs. */
export function label(fallback: string, maxLength: number, pattern = /^[A-Za-z0-9 .,/+″-]+$/): Param<string> {
  const fits = (raw: string) => raw.length <= maxLength && pattern.test(raw) && hasGlyphs(raw)
  return {
    fallback,
    read: (raw) => (fits(raw.trim()) ? raw.trim() : fallback),
    samples: ['W'.repeat(maxLength).replace(/./g, (c) => (pattern.test(c) ? c : '8')), '8'],
  }
}

export function intList(
  fallback: readonly number[],
  min: number,
  max: number,
  maxValues: number,
): Param<readonly number[]> {
  const each = int(min, min, max)
  const pattern = /^\d{1,4}(,\d{1,4})*$/
  return {
    fallback,
    read: (raw) => (pattern.test(raw) ? raw.split(',').slice(0, maxValues).map(each.read) : fallback),
    samples: [String(min), Array.from({ length: maxValues }, () => max).join(',')],
  }
}

function readParams<P extends ParamTable>(table: P, query: URLSearchParams): Values<P> {
  const entries = Object.entries(table).map(([name, param]) => {
    const raw = query.get(name)
    return [name, raw === null ? param.fallback : param.read(raw)]
  })
  return Object.fromEntries(entries)
}

type Box = readonly [x: number, y: number, width: number, height: number]

export interface DrawingSource<P extends ParamTable> {
  kind: string
  title: (p: Values<P>) => string
  params: P
  /** `callout` is the number of the balloon (`callout=3`), in drawings that are in a numbered list. */
  draw: (p: Values<P> & { readonly callout: number | undefined }) => Mark
  /** Default 320 × 240, the frame of a part card. */
  box?: Box | ((p: Values<P>) => Box)
  /** The area of `view=thumb`, enlarged to the aspect ratio of the box. */
  crop?: Box
}

export interface Drawing {
  kind: string
  params: ParamTable
  /** The SVG document; valid for any query. */
  draw(query: URLSearchParams): string
}

const CARD_BOX: Box = [0, 0, 320, 240]
const CARD: View = { pens: PENS, layers: ['part', 'fine', 'dimension', 'callout'] }
/** The displayed width of thumbnails, to which line widths are scaled. */
const THUMB_WIDTH = 96
const THUMB_PENS = { bold: 1.15, mid: 0.65, thin: 0.35 }

/** Displayed about twice as large as a card, with the same line widths on screen. */
const PLATE: View = { ...CARD, pens: { bold: 0.85, mid: 0.55, thin: 0.32 } }

const viewParam = oneOf('card', 'thumb', 'plate')
const calloutParam = int(1, 1, 99)

export function defineDrawing<const P extends ParamTable>(source: DrawingSource<P>): Drawing {
  return {
    kind: source.kind,
    params: source.params,
    draw(query) {
      const values = readParams(source.params, query)
      const number = query.get('callout')
      const callout = number !== null && /^\d+$/.test(number) ? calloutParam.read(number) : undefined
      const sourceBox = typeof source.box === 'function' ? source.box(values) : source.box
      const box = sourceBox ?? CARD_BOX
      const marks = source.draw({ ...values, callout })
      const view = viewParam.read(query.get('view') ?? '')
      if (view !== 'thumb') {
        return renderSvg(renderMarks(marks, view === 'plate' ? PLATE : CARD), source.title(values), box)
      }
      const crop = source.crop ?? box
      const shown = widen(crop, box[2] / box[3])
      return renderSvg(clip(renderMarks(marks, thumbView(shown)), crop), source.title(values), shown)
    },
  }
}

function escapeText(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

function renderSvg(body: string, title: string, [x, y, width, height]: Box): string {
  const size = `viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}"`
  const ink = `fill="none" stroke="${INK}" stroke-linejoin="round" stroke-linecap="round"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${ink} role="img"><title>${escapeText(title)}</title>${body}</svg>`
}

function thumbView([, , width]: Box): View {
  const scale = width / THUMB_WIDTH
  const { bold, mid, thin } = THUMB_PENS
  return { pens: { bold: bold * scale, mid: mid * scale, thin: thin * scale }, layers: ['part'] }
}

/** A nested SVG hides what is outside the box. */
function clip(body: string, [x, y, width, height]: Box): string {
  const place = `x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`
  return `<svg ${place}>${body}</svg>`
}

/** Enlarges a crop around its centre to the aspect ratio of the sheet. */
function widen([x, y, width, height]: Box, ratio: number): Box {
  const [w, h] = width / height < ratio ? [height * ratio, height] : [width, width / ratio]
  const left = x - (w - width) / 2
  const top = y - (h - height) / 2
  return [Math.round(left), Math.round(top), Math.round(w), Math.round(h)]
}
