import { inflateSync } from 'node:zlib'

/** The texts of a PDF of the store by page, and its structure. */
export type ReadPdf = {
  /** The width and height of each page, in points. */
  sizes: string[]
  /** The texts of each page, as the search of a PDF reader finds them. */
  pages: string[][]
  /** Replacement texts for screen readers. */
  spoken: string[]
  /** How often each element occurs: H1, Table, TR … */
  tags: Record<string, number>
  title: string
}

type Objects = Map<string, { dictionary: string; stream: string }>

/** Parses the objects, the compressed streams, and the fonts' maps from glyphs to characters. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const objects = readObjects(Buffer.from(bytes).toString('latin1'))
  const all = [...objects.values()].map(({ dictionary }) => dictionary)
  const pages = all.filter((dictionary) => /\/Type \/Page\b/.test(dictionary))
  const tags = all.flatMap((dictionary) => /^<<\s*\/S \/(\w+)/.exec(dictionary)?.[1] ?? [])
  return {
    sizes: pages.map((page) => /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(page)?.[1] ?? ''),
    pages: pages.map((page) => textsOf(page, objects)),
    spoken: all.flatMap((dictionary) => readString(/\/ActualText (\(.*\))/s.exec(dictionary)?.[1]) ?? []),
    tags: Object.fromEntries(
      [...new Set(tags)].map((tag) => [tag, tags.filter((one) => one === tag).length]),
    ),
    title: titleOf(objects),
  }
}

function readObjects(file: string): Objects {
  const objects: Objects = new Map()
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = '', raw] = body.split(/\nstream\n/)
    const packed = Buffer.from(raw?.replace(/\nendstream$/, '') ?? '', 'latin1')
    const stream = /FlateDecode/.test(dictionary) ? inflateSync(packed).toString('latin1') : ''
    objects.set(id, { dictionary, stream })
  }
  return objects
}

function referencedId(dictionary: string, name: string): string {
  return new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? ''
}

function textsOf(page: string, objects: Objects): string[] {
  const maps = fontMaps(page, objects)
  const content = objects.get(referencedId(page, 'Contents'))?.stream ?? ''
  let map: string[] = []
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, font, shown]) => {
    if (font !== undefined) map = maps.get(font) ?? []
    if (shown === undefined) return []
    const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    const text = glyphs.map((glyph) => map[Number.parseInt(glyph, 16)] ?? '\u{fffd}').join('')
    // All kinds of spaces share one glyph.
    return [text.replace(/\s/g, ' ').trim()]
  })
}

function fontMaps(page: string, objects: Objects): Map<string, string[]> {
  const resources = objects.get(referencedId(page, 'Resources'))?.dictionary ?? page
  const fonts = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)]
  return new Map(
    fonts.map(([, name = '', id = '']) => {
      const font = objects.get(id)?.dictionary ?? ''
      return [name, readMap(objects.get(referencedId(font, 'ToUnicode'))?.stream ?? '')]
    }),
  )
}

/** The characters of each glyph of a font, by its `ToUnicode` map. */
function readMap(cmap: string): string[] {
  const map: string[] = []
  for (const [, start = '', list = ''] of cmap.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    const first = Number.parseInt(start, 16)
    for (const [index, [, hex = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      map[first + index] = hex
        .split(' ')
        .filter(Boolean)
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        .join('')
    }
  }
  return map
}

function titleOf(objects: Objects): string {
  const info = [...objects.values()].find(({ dictionary }) => /\/CreationDate \d+ 0 R/.test(dictionary))
  return readString(objects.get(referencedId(info?.dictionary ?? '', 'Title'))?.dictionary) ?? ''
}

/** A string of the file, in Latin-1 or, after a byte order mark, in UTF-16. */
function readString(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const bytes = Buffer.from(text.slice(1, -1).replace(/\\([()\\])/g, '$1'), 'latin1')
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1')
}
