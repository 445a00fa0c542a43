import { INK, type Layer, type Mark, renderMarks, type View } from './marks.ts'
import { int, oneOf, type ParamTable, readParams, type Values } from './params.ts'
import { PENS } from './pens.ts'

/** Left, top, width, height of what a sheet shows. */
type Box = readonly [x: number, y: number, width: number, height: number]

interface Extras {
  /** Number for the balloon, where the query asks for one. */
  readonly callout: number | undefined
}

export interface DrawingSource<P extends ParamTable> {
  kind: string
  /** Plain words with the main measure. */
  title: (p: Values<P>) => string
  params: P
  draw: (p: Values<P> & Extras) => Mark
  /** Default 320 × 240, the frame of a part card. */
  box?: Box | ((p: Values<P>) => Box)
  /** What `view=thumb` shows, widened to the proportion of the box. */
  crop?: Box
}

export interface Drawing {
  kind: string
  params: ParamTable
  /** The complete SVG document; any query gives a valid one. */
  draw(query: URLSearchParams): string
}

const CARD_BOX: Box = [0, 0, 320, 240]
const CARD: View = { pens: PENS, layers: ['part', 'fine', 'dimension', 'callout'] }
const PART_ONLY: readonly Layer[] = ['part']
/** A thumbnail is drawn to be shown about this wide, whatever its crop. */
const THUMB_WIDTH = 96
const THUMB_PENS = { bold: 1.15, mid: 0.65, thin: 0.35 }

/** Shown about twice as large as on a card: the pens stay as fine as there. */
const PLATE: View = { ...CARD, pens: { bold: 0.85, mid: 0.55, thin: 0.32 } }

const viewParam = oneOf('card', 'thumb', 'plate')
const calloutParam = int(1, 1, 999)

export function defineDrawing<const P extends ParamTable>(source: DrawingSource<P>): Drawing {
  return {
    kind: source.kind,
    params: source.params,
    draw(query) {
      const values = readParams(source.params, query)
      const asked = query.get('callout')
      const callout = asked !== null && /^\d+$/.test(asked) ? calloutParam.read(asked) : undefined
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

/** Text for markup; parameters reach titles. */
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

/** A nested picture hides what lies outside it: the other views of the sheet. */
function clip(body: string, [x, y, width, height]: Box): string {
  const place = `x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`
  return `<svg ${place}>${body}</svg>`
}

/** Grows a crop about its middle, so that every thumbnail has the proportion of its sheet. */
function widen([x, y, width, height]: Box, ratio: number): Box {
  const [w, h] = width / height < ratio ? [height * ratio, height] : [width, width / ratio]
  const [left, top] = [x - (w - width) / 2, y - (h - height) / 2]
  return [Math.round(left), Math.round(top), Math.round(w), Math.round(h)]
}
