import { hasGlyphs } from './lettering.ts'
import { INK, type Label, type Mark, renderMarks, type View } from './marks.ts'
import { PENS } from './paths.ts'

/** A parameter of a drawing: invalid text gives the default, values out of bounds are clamped. */
export interface Param<V> {
  fallback: V
  read(raw: string): V
  /** The value as the text says it, not clamped; undefined for an invalid text. */
  said(raw: string): V | undefined
  /** Boundary values, for tests. */
  samples: readonly string[]
}

export type ParamTable = Readonly<Record<string, Param<unknown>>>
type Values<P extends ParamTable> = {
  readonly [K in keyof P]: P[K] extends Param<infer V> ? V : never
}

const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/

export function number(fallback: number, min: number, max: number): Param<number> {
  const said = (raw: string) => (DECIMAL.test(raw) ? Math.round(Number(raw) * 100) / 100 : undefined)
  return {
    fallback,
    read: (raw) => Math.min(max, Math.max(min, said(raw) ?? fallback)),
    said,
    samples: [String(min), String(max)],
  }
}

export function int(fallback: number, min: number, max: number): Param<number> {
  const { read, said, samples } = number(fallback, min, max)
  return { fallback, read: (raw) => Math.round(read(raw)), said, samples }
}

export function flag(fallback = false): Param<boolean> {
  const words: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }
  return param(fallback, ['1', '0'], (raw) => words[raw])
}

export function oneOf<const W extends readonly [string, ...string[]]>(...words: W): Param<W[number]> {
  return param<W[number]>(words[0], words, (raw) => words.find((word) => word === raw.toLowerCase()))
}

/** Left or right, also by the first letter. */
export function side(): Param<'l' | 'r'> {
  const words: Record<string, 'l' | 'r'> = { l: 'l', left: 'l', r: 'r', right: 'r' }
  return param<'l' | 'r'>('l', ['left', 'right'], (raw) => words[raw.toLowerCase()])
}

/** A short text of characters that have glyphs. */
export function label(fallback: string, maxLength: number, pattern = /^[A-Za-z0-9 .,/+″-]+$/): Param<string> {
  const fits = (text: string) => text.length <= maxLength && pattern.test(text) && hasGlyphs(text)
  const samples = ['W'.repeat(maxLength).replace(/./g, (c) => (pattern.test(c) ? c : '8')), '8']
  return param(fallback, samples, (raw) => (fits(raw.trim()) ? raw.trim() : undefined))
}

export function intList(
  fallback: readonly number[],
  min: number,
  max: number,
  maxValues: number,
): Param<readonly number[]> {
  const each = int(min, min, max)
  const pattern = /^\d{1,4}(,\d{1,4})*$/
  const samples = [String(min), Array.from({ length: maxValues }, () => max).join(',')]
  return param<readonly number[]>(fallback, samples, (raw) =>
    pattern.test(raw) ? raw.split(',').slice(0, maxValues).map(each.read) : undefined,
  )
}

/** A parameter whose valid texts need no bounds. */
function param<V>(fallback: V, samples: readonly string[], said: (raw: string) => V | undefined): Param<V> {
  return { fallback, read: (raw) => said(raw) ?? fallback, said, samples }
}

/** The values for the shape: clamped, and the default where the address gives none. */
function readParams<P extends ParamTable>(table: P, query: URLSearchParams): Values<P> {
  const entries = Object.entries(table).map(([name, param]) => {
    const raw = query.get(name)
    return [name, raw === null ? param.fallback : param.read(raw)]
  })
  return Object.fromEntries(entries)
}

/** The values that the address gives, as it says them. */
function saidValues(table: ParamTable, query: URLSearchParams): Map<string, unknown> {
  const said = Object.entries(table).map(([name, param]): [string, unknown] => {
    const raw = query.get(name)
    return [name, raw === null ? undefined : param.said(raw)]
  })
  return new Map(said.filter(([, value]) => value !== undefined))
}

type Box = readonly [x: number, y: number, width: number, height: number]

/** A label of the values of these parameters: see `Label`. `withDefaults` is its text where everything is lettered, if it says more. */
type Say<P extends ParamTable> = <K extends keyof P & string>(
  names: readonly K[],
  write: (values: Pick<Values<P>, K>) => string | number,
  withDefaults?: string,
) => Label

export interface DrawingSource<P extends ParamTable> {
  kind: string
  title: (p: Values<P>) => string
  params: P
  /**
   * `callout` is the number of the balloon (`callout=3`), in drawings that are in a numbered list. `say` letters values of
   * parameters.
   */
  draw: (p: Values<P> & { readonly callout: number | undefined; readonly say: Say<P> }) => Mark
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
/**
 * What is lettered: everything, defaults and sizes of the drawing included, as in addresses without `dims`; the values that
 * the address gives, as it says them; or none.
 */
const dimsParam = oneOf('all', 'given', 'none')
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
      const dims = dimsParam.read(query.get('dims') ?? '')
      const said = saidValues(source.params, query)
      const known = { all: undefined, given: new Set(said.keys()), none: new Set<string>() }[dims]
      const lettered = dims === 'all' ? values : { ...values, ...Object.fromEntries(said) }
      const say: Say<P> = (names, write, withDefaults) => ({
        text: dims === 'all' && withDefaults !== undefined ? withDefaults : String(write(lettered)),
        of: names,
      })
      const marks = source.draw({ ...values, callout, say })
      const title = dims === 'all' ? source.title(values) : titleOf(source.kind)
      const view = viewParam.read(query.get('view') ?? '')
      if (view !== 'thumb') {
        return renderSvg(renderMarks(marks, { ...(view === 'plate' ? PLATE : CARD), known }), title, box)
      }
      const crop = source.crop ?? box
      const shown = widen(crop, box[2] / box[3])
      return renderSvg(clip(renderMarks(marks, { ...thumbView(shown), known }), crop), title, shown)
    },
  }
}

/** What is drawn, without any value. */
function titleOf(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`
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
