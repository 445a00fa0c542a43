import { INK, type Layer, type Mark, renderMarks, type View } from './marks.ts'
import { int, oneOf, type ParamTable, readParams, type Values } from './params.ts'
import { PENS } from './pens.ts'

type Box = readonly [x: number, y: number, width: number, height: number]

interface Extras {
  /** The number of the balloon, if the query has one. */
  readonly callout: number | undefined
}

export interface DrawingSource<P extends ParamTable> {
  kind: string
  /** The part with its main dimensions. */
  title: (p: Values<P>) => string
  params: P
  draw: (p: Values<P> & Extras) => Mark
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
const PART_ONLY: readonly Layer[] = ['part']
/** The displayed width of thumbnails, to which line widths are scaled. */
const THUMB_WIDTH = 96
const THUMB_PENS = { bold: 1.15, mid: 0.65, thin: 0.35 }

/** Displayed about twice as large as a card, with the same line widths on screen. */
const PLATE: View = { ...CARD, pens: { bold: 0.85, mid: 0.55, thin: 0.32 } }

const viewParam = oneOf('card', 'thumb', 'plate')
const calloutParam = int(1, 1, 999)

export function defineDrawing<const P extends ParamTable>(source: DrawingSource<P>): Drawing {
  return {
    kind: source.kind,
    params: source.params,
    draw(query) {
      const values = readParams(source.params, query)
      const number = query.get('callout')
      const callout = number !== null && /^\d+$/.test(number) ? calloutParam.read(number) : undefined
      const own = typeof source.box === 'function' ? source.box(values) : source.box
      const box = own ?? CARD_BOX
      const marks = source.draw({ ...values, callout })
      const view = viewParam.read(query.get('view') ?? '')
      if (view !== 'thumb') {
        return sheet(renderMarks(marks, view === 'plate' ? PLATE : CARD), source.title(values), box)
      }
      const crop = source.crop ?? box
      const shown = widen(crop, box[2] / box[3])
      return sheet(clip(renderMarks(marks, thumbView(shown)), crop), source.title(values), shown)
    },
  }
}

/** Titles contain parameters of the query. */
function escapeText(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

function sheet(body: string, title: string, [x, y, width, height]: Box): string {
  const size = `viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}"`
  const ink = `fill="none" stroke="${INK}" stroke-linejoin="round" stroke-linecap="round"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${ink} role="img"><title>${escapeText(title)}</title>${body}</svg>`
}

function thumbView([, , width]: Box): View {
  const scale = width / THUMB_WIDTH
  const { bold, mid, thin } = THUMB_PENS
  return { pens: { bold: bold * scale, mid: mid * scale, thin: thin * scale }, layers: PART_ONLY }
}

/** A nested SVG clips the other views of the sheet. */
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
