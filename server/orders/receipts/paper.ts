import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'

/* A tagged PDF (PDF/UA): every text is a structure element, decoration is an artifact. */

declare global {
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      scope?: 'Row' | 'Column'
    }
  }
}

export type Element = PDFKit.PDFStructureElement
type Font = keyof typeof fontFiles
type Style = { font?: Font; size?: number; color?: string; align?: 'left' | 'right' }
type Box = { x: number; y: number; width: number }

export type Paper = Awaited<ReturnType<typeof openPaper>>

const MARGIN = 50
const FOOT = 34
const INK = '#16181d'
export const MUTED = '#5a5f6a'
const RULE = '#c9c9c4'
/** Declares the document as PDF/UA. */
const CLAIM = `<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
  <pdfuaid:part>1</pdfuaid:part></rdf:Description>`
const GAP = '□'

const fontFiles = {
  text: 'source-sans-3-400.ttf',
  bold: 'source-sans-3-600.ttf',
  display: 'sofia-sans-extra-condensed-800.ttf',
}

type Press = { PDFDocument: typeof import('pdfkit'); fonts: (readonly [string, Buffer])[] }
let press: Promise<Press> | undefined

/** Loaded lazily: the library and the fonts take 35 MB of memory. */
async function readPress(): Promise<Press> {
  const folder = path.join(import.meta.dirname, 'fonts')
  const files = Object.entries(fontFiles).map(async ([name, file]) => {
    return [name, await readFile(path.join(folder, file))] as const
  })
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), Promise.all(files)])
  return { PDFDocument, fonts }
}

type Wanted = { title: string; locale: string; createdAt: Date }

export async function openPaper({ title, locale, createdAt }: Wanted) {
  press ??= readPress()
  const { PDFDocument, fonts } = await press
  const doc = new PDFDocument({
    size: paperSize(locale),
    // without a bottom margin the library never breaks a page by itself
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en',
    info: { Title: title, Creator: 'Partsline', CreationDate: createdAt },
  })
  doc.appendXML(CLAIM)
  for (const [name, font] of fonts) doc.registerFont(name, font)
  const root = doc.struct('Document')
  doc.addStructure(root)

  const choose = (text: string, { font = 'text', size = 10, color = INK }: Style) => {
    // the display face has fewer scripts
    const fit = font === 'display' && !hasGlyphs(doc.font('display'), text) ? 'bold' : font
    return doc.font(fit).fontSize(size).fillColor(color)
  }

  const paper = {
    left: MARGIN,
    right: doc.page.width - MARGIN,
    bottom: doc.page.height - MARGIN - FOOT,
    y: MARGIN,
    root,
    hasGaps: false,
    canPrint: (text: string): boolean => hasGlyphs(doc.font('text'), text),
    part(parent: Element, tag: string, scope?: 'Row' | 'Column'): Element {
      const element = doc.struct(tag, scope ? { scope } : {})
      parent.add(element)
      return element
    },
    /** Writes a text as an element of its own, broken into lines; returns where it ends. */
    write(parent: Element, text: string, place: Box & Style & { tag?: string }): number {
      const { tag = 'P', x, y, width, align = 'left', ...style } = place
      const { printable, actual } = toPrintable(doc.font('text'), text)
      paper.hasGaps ||= actual !== undefined
      const draw = () => choose(printable, style).text(printable, x, y, { width, align, features: ['tnum'] })
      parent.add(doc.struct(tag, actual === undefined ? {} : { actual }, draw))
      return doc.y
    },
    heightOf(text: string, { width, ...style }: { width: number } & Style): number {
      const { printable } = toPrintable(doc.font('text'), text)
      return choose(printable, style).heightOfString(printable, { width, features: ['tnum'] })
    },
    keep(height: number): void {
      if (paper.y + height <= paper.bottom) return
      doc.addPage()
      paper.y = MARGIN
    },
    rule(): void {
      drawOnly(doc, 'Layout', () => {
        doc.moveTo(paper.left, paper.y).lineTo(paper.right, paper.y).lineWidth(0.5).stroke(RULE)
      })
    },
    /** Numbers the pages and resolves to the bytes, which are the same for the same content. */
    async finish(foot: (page: number, pages: number) => string): Promise<Buffer> {
      root.end()
      numberPages(doc, foot)
      const bytes = buffer(doc)
      doc.end()
      return bytes
    },
  }
  return paper
}

/** Letter in the countries that use it, else A4. */
function paperSize(locale: string): 'LETTER' | 'A4' {
  const letter = ['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE']
  return letter.includes(new Intl.Locale(locale).maximize().region ?? '') ? 'LETTER' : 'A4'
}

function numberPages(doc: PDFKit.PDFDocument, foot: (page: number, pages: number) => string): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    const place = { width: doc.page.width - 2 * MARGIN, lineBreak: false, features: ['tnum' as const] }
    drawOnly(doc, 'Pagination', () => {
      doc.font('text').fontSize(9).fillColor(MUTED)
      doc.text(foot(page + 1, count), MARGIN, doc.page.height - MARGIN - 10, place)
    })
  }
}

function drawOnly(doc: PDFKit.PDFDocument, type: 'Layout' | 'Pagination', draw: () => void): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

/** One line as it can be drawn; `actual` is the text itself where characters are missing. */
function toPrintable(doc: PDFKit.PDFDocument, text: string): { printable: string; actual?: string } {
  // no-break spaces stay; format and control characters have no glyph
  const line = text
    .normalize('NFC')
    .replace(/[^\S\u00a0\u202f]/gu, ' ')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
  const { has } = glyphsOf(doc)
  const printable = [...line].map((letter) => (has(letter) ? letter : GAP)).join('')
  return printable === line ? { printable } : { printable, actual: line }
}

function hasGlyphs(doc: PDFKit.PDFDocument, text: string): boolean {
  const { has } = glyphsOf(doc)
  return [...text].every((letter) => has(letter) || /[\p{Cf}\s]/u.test(letter))
}

/** Reads the current font, which the library does not export. */
function glyphsOf(doc: PDFKit.PDFDocument): { has: (letter: string) => boolean } {
  const inUse: unknown = Reflect.get(doc, '_font')
  const font: unknown = isObject(inUse) ? Reflect.get(inUse, 'font') : undefined
  const ask: unknown = isObject(font) ? Reflect.get(font, 'hasGlyphForCodePoint') : undefined
  if (typeof ask !== 'function') throw new Error('pdfkit no longer exposes the glyphs of a font')
  return { has: (letter) => Reflect.apply(ask, font, [letter.codePointAt(0)]) === true }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
