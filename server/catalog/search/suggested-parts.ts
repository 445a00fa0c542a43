import type { Product } from '#contract/catalog/products/products.ts'
import { stockLevel } from '#contract/catalog/products/stock-level.ts'
import type { SuggestedPart } from '#contract/catalog/search/search.ts'
import { avifWidths, uploadedCopy } from '#contract/platform/files/picture-copies.ts'
import { fromMinor } from '#contract/platform/money.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import type { ProductRow } from '#database/rows.ts'
import { drawingPath, type TypedPart } from '#drawings/drawing-of.ts'
import { partPicture } from '#drawings/part-picture.ts'
import { currentCatalogue } from '../part-types/catalogue.ts'
import { partNumberKey } from './normalise.ts'

type Range = [number, number]

const columns = [
  'id',
  'name',
  'part_number',
  'brand',
  'category',
  'part_type_id',
  'attributes',
  'img',
  'price_minor',
  'minimum_order',
  'available',
] as const

const selectShown = prepare<Pick<ProductRow, (typeof columns)[number]>>(
  'suggested-parts',
  `select ${columns.join(', ')} from products where id = any($1::uuid[]) and archived_at is null`,
)

type ShownPart = Pick<
  Product,
  | '_id'
  | 'productName'
  | 'partNumber'
  | 'brand'
  | 'img'
  | 'price'
  | 'currency'
  | 'minimumOrder'
  | 'availableQuantity'
> &
  TypedPart

/** What suggestions show of parts, by their ids. */
export async function readShownParts(
  db: Db,
  ids: string[],
  currency: string,
): Promise<Map<string, ShownPart>> {
  if (ids.length === 0) return new Map()
  const { typeOfId } = await currentCatalogue(db)
  const rows = await selectShown(db, [ids])
  return new Map(
    rows.map((row) => {
      const shown = {
        _id: row.id,
        productName: row.name,
        partNumber: row.part_number,
        brand: row.brand,
        category: row.category,
        type: row.part_type_id === null ? null : (typeOfId.get(row.part_type_id) ?? null),
        attributes: row.attributes,
        img: row.img,
        price: fromMinor(row.price_minor, currency),
        currency,
        minimumOrder: row.minimum_order,
        availableQuantity: row.available,
      }
      return [row.id, shown]
    }),
  )
}

/** With the letters marked that begin a word of `typed` or continue the number `q`. */
export function toSuggested(
  part: ShownPart,
  { q, typed }: { q: string; typed: readonly string[] },
): SuggestedPart {
  const { _id, productName, partNumber, brand, price, currency } = part
  const drawing = drawingPath(part)
  const img = partPicture(part.img, drawing)
  return {
    _id,
    partNumber,
    productName,
    brand,
    marks: {
      partNumber: numberMarks(partNumber ?? '', partNumberKey(q)),
      productName: nameMarks(productName, typed),
    },
    picture: thumbnail(img),
    drawing: thumbnail(isDrawing(img) ? img : drawing),
    price,
    currency,
    stock: stockLevel({ minimumOrder: part.minimumOrder, available: part.availableQuantity }),
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
