import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'

/* A tagged PDF (PDF/UA): every text is a structure element; rules and page numbers are artifacts. */

declare global {
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      scope?: 'Row' | 'Column'
    }
  }
}

export type Element = PDFKit.PDFStructureElement
type Style = { font?: keyof typeof fontFiles; size?: number; color?: string; align?: 'left' | 'right' }
type Box = { x: number; y: number; width: number }

export type PdfDocument = Awaited<ReturnType<typeof openPdfDocument>>

const MARGIN = 50
const FOOTER_HEIGHT = 34
const INK = '#16181d'
export const MUTED = '#5a5f6a'
const RULE = '#c9c9c4'
const PDF_UA_METADATA = `<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
  <pdfuaid:part>1</pdfuaid:part></rdf:Description>`
const MISSING_GLYPH = '□'

const fontFiles = {
  text: 'source-sans-3-400.ttf',
  bold: 'source-sans-3-600.ttf',
  display: 'sofia-sans-extra-condensed-800.ttf',
}

type PdfLibrary = { PDFDocument: typeof import('pdfkit'); fonts: (readonly [string, Buffer])[] }
let library: Promise<PdfLibrary> | undefined

/** Loaded lazily: the library and the fonts take 35 MB of memory. */
async function loadLibrary(): Promise<PdfLibrary> {
  const folder = path.join(import.meta.dirname, 'fonts')
  const files = Object.entries(fontFiles).map(async ([name, file]) => {
    return [name, await readFile(path.join(folder, file))] as const
  })
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), Promise.all(files)])
  return { PDFDocument, fonts }
}

export async function openPdfDocument({
  title,
  locale,
  createdAt,
}: {
  title: string
  locale: string
  createdAt: Date
}) {
  library ??= loadLibrary()
  const { PDFDocument, fonts } = await library
  const doc = new PDFDocument({
    size: paperSize(locale),
    // with a bottom margin the library would break pages itself, before `ensureSpace` does
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en',
    info: { Title: title, Creator: 'Partsline', CreationDate: createdAt },
  })
  doc.appendXML(PDF_UA_METADATA)
  for (const [name, font] of fonts) doc.registerFont(name, font)
  const root = doc.struct('Document')
  doc.addStructure(root)

  const selectFont = (text: string, { font = 'text', size = 10, color = INK }: Style) => {
    // the display face has fewer scripts
    const fit = font === 'display' && !hasGlyphs(doc.font('display'), text) ? 'bold' : font
    return doc.font(fit).fontSize(size).fillColor(color)
  }

  const pdf = {
    left: MARGIN,
    right: doc.page.width - MARGIN,
    bottom: doc.page.height - MARGIN - FOOTER_HEIGHT,
    y: MARGIN,
    root,
    hasMissingGlyphs: false,
    canPrint: (text: string): boolean => hasGlyphs(doc.font('text'), text),
    addElement(parent: Element, tag: string, scope?: 'Row' | 'Column'): Element {
      const element = doc.struct(tag, scope ? { scope } : {})
      parent.add(element)
      return element
    },
    /** Writes a text as an element of its own, broken into lines; returns where it ends. */
    write(parent: Element, text: string, place: Box & Style & { tag?: string }): number {
      const { tag = 'P', x, y, width, align = 'left', ...style } = place
      const { printable, actual } = toPrintable(doc.font('text'), text)
      pdf.hasMissingGlyphs ||= actual !== undefined
      const draw = () =>
        selectFont(printable, style).text(printable, x, y, { width, align, features: ['tnum'] })
      parent.add(doc.struct(tag, actual === undefined ? {} : { actual }, draw))
      return doc.y
    },
    /** Repeats a text that is in the document before, as the head of a table on its next page. */
    repeat(text: string, { x, y, width, align = 'left', ...style }: Box & Style): void {
      const { printable } = toPrintable(doc.font('text'), text)
      drawArtifact(doc, 'Pagination', () => {
        selectFont(printable, style).text(printable, x, y, { width, align, features: ['tnum'] })
      })
    },
    heightOf(text: string, { width, ...style }: { width: number } & Style): number {
      const { printable } = toPrintable(doc.font('text'), text)
      return selectFont(printable, style).heightOfString(printable, { width, features: ['tnum'] })
    },
    /** True if a new page began. */
    ensureSpace(height: number): boolean {
      if (pdf.y + height <= pdf.bottom) return false
      doc.addPage()
      pdf.y = MARGIN
      return true
    },
    rule(): void {
      drawArtifact(doc, 'Layout', () => {
        doc.moveTo(pdf.left, pdf.y).lineTo(pdf.right, pdf.y).lineWidth(0.5).stroke(RULE)
      })
    },
    /** Numbers the pages and resolves to the bytes, which are the same for the same content. */
    async finish(footer: (page: number, pages: number) => string): Promise<Buffer> {
      root.end()
      numberPages(doc, footer)
      const bytes = buffer(doc)
      doc.end()
      return bytes
    },
  }
  return pdf
}

function paperSize(locale: string): 'LETTER' | 'A4' {
  const letter = ['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE']
  return letter.includes(new Intl.Locale(locale).maximize().region ?? '') ? 'LETTER' : 'A4'
}

function numberPages(doc: PDFKit.PDFDocument, footer: (page: number, pages: number) => string): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    const place = { width: doc.page.width - 2 * MARGIN, lineBreak: false, features: ['tnum' as const] }
    drawArtifact(doc, 'Pagination', () => {
      doc.font('text').fontSize(9).fillColor(MUTED)
      doc.text(footer(page + 1, count), MARGIN, doc.page.height - MARGIN - 10, place)
    })
  }
}

function drawArtifact(doc: PDFKit.PDFDocument, type: 'Layout' | 'Pagination', draw: () => void): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

/** One line as it can be drawn; `actual` is the text itself where characters are missing. */
function toPrintable(doc: PDFKit.PDFDocument, text: string): { printable: string; actual?: string } {
  // no-break spaces stay; format and control characters, which have no glyph, are removed
  const line = text
    .normalize('NFC')
    .replace(/[^\S\u00a0\u202f]/gu, ' ')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
  const { has } = glyphsOf(doc)
  const printable = [...line].map((letter) => (has(letter) ? letter : MISSING_GLYPH)).join('')
  return printable === line ? { printable } : { printable, actual: line }
}

function hasGlyphs(doc: PDFKit.PDFDocument, text: string): boolean {
  const { has } = glyphsOf(doc)
  return [...text].every((letter) => has(letter) || /[\p{Cf}\s]/u.test(letter))
}

/** Reads the current font of the document from a private field: the library has no public one. */
function glyphsOf(doc: PDFKit.PDFDocument): { has: (letter: string) => boolean } {
  const inUse: unknown = Reflect.get(doc, '_font')
  const font: unknown = isObject(inUse) ? Reflect.get(inUse, 'font') : undefined
  const hasGlyph: unknown = isObject(font) ? Reflect.get(font, 'hasGlyphForCodePoint') : undefined
  if (typeof hasGlyph !== 'function') throw new Error('pdfkit no longer has the glyphs of a font in `_font`')
  return { has: (letter) => Reflect.apply(hasGlyph, font, [letter.codePointAt(0)]) === true }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
