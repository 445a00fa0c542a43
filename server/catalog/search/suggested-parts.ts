import { stockLevel } from '#contract/catalog/products/stock-level.ts'
import type { SuggestedPart } from '#contract/catalog/search/search.ts'
import { avifWidths, uploadedCopy } from '#contract/platform/files/picture-copies.ts'
import { fromMinor } from '#contract/platform/money.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import { drawingPath } from '#drawings/drawing-of.ts'
import { partNumberKey } from './normalise.ts'

type Range = [number, number]

type ShownRow = {
  id: string
  name: string
  part_number: string | null
  brand: string | null
  category: string
  img: string
  price_minor: number
  minimum_order: number
  available: number
}

const selectShown = prepare<ShownRow>(
  'suggested-parts',
  `select id, name, part_number, brand, category, img, price_minor, minimum_order, available
  from products where id = any($1::uuid[]) and archived_at is null`,
)

/** What suggestions show of the given parts, with the letters marked that begin a word of `typed` or continue the number `q`. */
export async function readShownParts(
  db: Db,
  { ids, q, typed, currency }: { ids: string[]; q: string; typed: readonly string[]; currency: string },
): Promise<Map<string, SuggestedPart>> {
  if (ids.length === 0) return new Map()
  const rows = await selectShown(db, [ids])
  return new Map(rows.map((row) => [row.id, toSuggested(row, { q, typed, currency })]))
}

type Typed = { q: string; typed: readonly string[]; currency: string }

function toSuggested(row: ShownRow, { q, typed, currency }: Typed): SuggestedPart {
  // chosen by many rules: only for a picture that may fail
  const drawing = isDrawing(row.img)
    ? row.img
    : drawingPath({ category: row.category, productName: row.name, partNumber: row.part_number })
  return {
    _id: row.id,
    partNumber: row.part_number,
    productName: row.name,
    brand: row.brand,
    marks: {
      partNumber: numberMarks(row.part_number ?? '', partNumberKey(q)),
      productName: nameMarks(row.name, typed),
    },
    picture: thumbnail(row.img),
    drawing: thumbnail(drawing),
    price: fromMinor(row.price_minor, currency),
    currency,
    stock: stockLevel({ minimumOrder: row.minimum_order, available: row.available }),
  }
}

/** The small view of a drawing, the smallest copy of an upload, or the address as it is. */
function thumbnail(address: string): string {
  if (isDrawing(address)) return `${address}${address.includes('?') ? '&' : '?'}view=thumb`
  return uploadedCopy(address, (width) => avifWidths(width)[0]) ?? address
}

const isDrawing = (address: string) => address.startsWith('/drawings/')

/** The beginning of a number that has the typed digits and letters, whatever separates them. */
function numberMarks(number: string, key: string): Range[] {
  if (key === '' || !partNumberKey(number).startsWith(key)) return []
  let rest = key.length
  const end = number.split('').findIndex((character) => {
    if (partNumberKey(character) !== '') rest -= 1
    return rest === 0
  })
  return [[0, end + 1]]
}

/** The beginnings of words that were typed. */
function nameMarks(name: string, typed: readonly string[]): Range[] {
  return [...name.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }): Range[] => {
    const folded = word.toLowerCase()
    if (folded.length !== word.length) return []
    const lengths = typed.filter((one) => one !== '' && folded.startsWith(one)).map(({ length }) => length)
    return lengths.length === 0 ? [] : [[index, index + Math.max(...lengths)]]
  })
}
