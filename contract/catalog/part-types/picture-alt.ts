type TitleAttribute = {
  name: string
  kind: 'number' | 'choice' | 'boolean' | 'text'
  value: string | number | boolean
  text: string
  inTitle: boolean
}
type PicturedPart = { productName: string; attributes?: readonly TitleAttribute[] }

/**
 * The alternative text of a part's picture: its name and, of the attributes that belong in titles, those that the name does
 * not say: "Front brake disc, drilled, diameter 280 mm, thickness 22 mm".
 */
export function pictureAlt({ productName, attributes = [] }: PicturedPart): string {
  const unsaid = attributes.filter((attribute) => attribute.inTitle && !isSaid(attribute, productName))
  return [productName, ...unsaid.map(textOf)].join(', ')
}

function isSaid({ kind, value, text }: TitleAttribute, name: string): boolean {
  if (kind === 'boolean') return value === false
  return hasWords(name, kind === 'number' ? String(value) : text)
}

/** Whether a text has these words next to each other, whole; a number is no part of a longer one. */
function hasWords(text: string, words: string): boolean {
  const plain = (of: string) =>
    ` ${of
      .toLowerCase()
      .replace(/[^\p{L}\p{N}.]+/gu, ' ')
      .replace(/\.(?!\d)/g, '')} `
  const apart = plain(text)
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
  return plain(text).includes(plain(words)) || apart.includes(plain(words))
}

function textOf({ name, kind, text }: TitleAttribute): string {
  const label = name.charAt(0).toLowerCase() + name.slice(1)
  if (kind === 'number') return `${label} ${text}`
  if (kind === 'boolean') return label
  // "Front" inside a sentence, but "AGM" and "5W-30" as they are
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
