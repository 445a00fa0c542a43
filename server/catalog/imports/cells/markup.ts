import { decodeEntities } from './entities.ts'

const BLOCKS =
  'address article aside blockquote body center dd details dialog div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav ol optgroup option p pre section select summary table tbody tfoot thead title tr ul'
const INLINE =
  'a abbr acronym b big caption cite code col colgroup del dfn em font i iframe img input ins kbd label link mark meta nobr q s samp script small span strike strong style sub sup td th tt u var wbr'
/** Stands for the begin or end of a block; no cell has it. */
const BLOCK = '\0'
const tags = new Map([
  ['br', '\n'] as const,
  ...BLOCKS.split(' ').map((name) => [name, BLOCK] as const),
  ...INLINE.split(' ').map((name) => [name, name === 'td' || name === 'th' ? ' ' : ''] as const),
])

/** A value in quotation marks may contain the sign that ends a tag. */
const TAG =
  /<(?:\/?([a-z][a-z\d:-]*)(?:[\s/](?:(?:[^<>"']|"[^"<]*"|'[^'<]*')*|[^<>]*))?|![a-z[][^<>]*|\?xml[^<>]*)>/gi
const CLOSING_TAG = /<\/([a-z][a-z\d:-]*)\s*>/gi
/** A cell of which HTML cannot be the reason that it is longer. */
const MAX_CHARACTERS = 100_000
/** A supplier's program may have encoded its HTML, and another one the result. */
const MAX_PASSES = 3

/** The text of a supplier's HTML: lines end at its blocks and `br`, entities are decoded. Any other text is unchanged. */
export function withoutMarkup(text: string): string {
  let plain = text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text
  if (plain !== text || !/[<&]/.test(text)) return text
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = decodeEntities(withoutTags(plain))
    if (next === plain) break
    plain = next
  }
  // of the entities: a space that does not break, and a place where a word may be broken
  return plain === text ? text : plain.replaceAll('\u00a0', ' ').replaceAll('\u00ad', '')
}

function withoutTags(html: string): string {
  const hasSections = html.includes('<![CDATA[')
  const bare = hasSections ? html.replaceAll('<![CDATA[', '').replaceAll(']]>', '') : html
  const content = without(without(without(bare, '<!--', '-->'), '<script', '</script>'), '<style', '</style>')
  const closed = new Set([...content.matchAll(CLOSING_TAG)].map(([, name = '']) => name.toLowerCase()))
  const replace = (tag: string, name?: string) => replacementOf(tag, name?.toLowerCase(), closed)
  const hasBlocks = [...content.matchAll(TAG)].some(([tag, name]) =>
    [BLOCK, '\n'].includes(replace(tag, name)),
  )
  // line breaks of the source mean nothing beside those of its tags
  const source = hasBlocks ? content.replace(/\s+/g, ' ') : content
  const replaced = source.replace(TAG, replace)
  if (!hasBlocks) return replaced
  const lines = replaced.replace(/ ?\0[ \0]*/g, '\0').split(/[\0\n]/)
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
}

/** A tag of another name than those of HTML is one if it is closed, has values or is of XML: "<M10>" is text. */
function replacementOf(tag: string, name: string | undefined, closed: Set<string>): string {
  if (name === undefined) return ''
  const known = tags.get(name)
  if (known !== undefined) return known
  return closed.has(name) || name.includes(':') || /[\s/][a-z-]+=/i.test(tag) ? '' : tag
}

/** The text without what lies between two marks; an opening mark without a closing one stays. */
function without(text: string, opening: string, closing: string): string {
  // of ASCII letters only: others may get another length
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let result = ''
  let from = 0
  for (;;) {
    const start = lower.indexOf(opening, from)
    const end = start < 0 ? -1 : lower.indexOf(closing, start + opening.length)
    if (end < 0) return result + text.slice(from)
    result += text.slice(from, start)
    from = end + closing.length
  }
}
