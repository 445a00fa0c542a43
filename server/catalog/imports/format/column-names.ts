import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import {
  type ImportColumn,
  importColumns,
  type PartFieldName,
  partFields,
} from '#contract/catalog/products/part-fields.ts'
import { partFieldLabels } from '#contract/catalog/products/part-fields-texts.ts'
import { attributeColumn } from '../catalogue-columns.ts'

/**
 * What other programs, English and German, call the columns of a part: without case, spaces, underscores and punctuation,
 * and with "number" for "#". Names that may mean something else are left out, such as "list price", "OE number", "supplier"
 * or "product". Of several texts of a file the one that comes first here is taken: the maker's number before a shop's own.
 */
const OTHER_NAMES: Record<Exclude<PartFieldName, 'attributes'>, string> = {
  productName:
    'name producttitle itemname partname articlename itemtitle title ' +
    'artikelbezeichnung bezeichnung produktbezeichnung teilebezeichnung produktname artikelname teilename titel kurztext ' +
    'kurzbezeichnung benennung',
  price:
    'unitprice itemprice sellingprice sellprice salesprice regularprice variantprice priceperunit priceunit pricepiece priceeach ' +
    'preis verkaufspreis vkpreis vk einzelpreis stückpreis stueckpreis stuckpreis preisprostück preisjestück preisstück preisstueck preisstk artikelpreis',
  minimumOrder:
    'minimumorderquantity minimumorderqty minimumquantity minimumqty minimalquantity minorder minorderquantity minorderqty ' +
    'minquantity minqty moq minpurchase minimumpurchase ' +
    'mindestmenge mindestbestellmenge mindestabnahme mindestabnahmemenge mindestbestellung minbestellmenge minmenge',
  availableQuantity:
    'available quantity qty stock stocklevel stockqty stockquantity stockonhand onhand onhandqty onhandquantity qtyonhand ' +
    'quantityonhand quantityavailable qtyavailable availableqty availablestock inventory inventoryqty inventoryquantity ' +
    'inventorylevel variantinventoryqty quantityinstock qtyinstock availqty qoh ' +
    'bestand lagerbestand lagermenge lagerstand verfügbar verfuegbar verfügbaremenge verfuegbaremenge verfügbarerbestand ' +
    'verfuegbarerbestand menge anzahl stückzahl stueckzahl bestandsmenge',
  category: 'productcategory categoryname itemcategory kategorie produktkategorie artikelkategorie',
  brand:
    'brandname brands manufacturer manufacturername maker mfr mfg mfrname mfgname vendor ' +
    'marke markenname hersteller herstellername fabrikat produzent',
  partNumber:
    'manufacturerpartnumber manufacturerpartno manufacturernumber manufacturerno mfrpartnumber mfrpartno mfrnumber mfrno mfrpn ' +
    'mfgpartnumber mfgpartno mfgnumber mfgno mfgpn mpn ' +
    'herstellerartikelnummer herstellerartikelnr herstellerteilenummer herstellerteilenr herstellernummer herstellernr herstnr ' +
    'partno partnr partnum partcode pn articlenumber articleno articlenr articlecode itemnumber itemno itemnr itemcode ' +
    'itemnum productnumber productno productcode stockcode stocknumber stockno catalognumber catalogno catno reference referencenumber ' +
    'artikelnummer artikelnr artnr artikelno artikelcode teilenummer teilenr teilnummer teilnr ersatzteilnummer ersatzteilnr bestellnummer ' +
    'bestellnr produktnummer produktnr materialnummer materialnr sachnummer referenznummer sku variantsku productsku',
  description:
    'longdescription fulldescription productdescription itemdescription desc bodyhtml longtext ' +
    'beschreibung produktbeschreibung artikelbeschreibung langbeschreibung langtext langebeschreibung',
  img:
    'image imageurl imagelink imagesrc imageaddress imgurl imgsrc mainimage mainimageurl productimage picture pictureurl ' +
    'photo photourl image1 picture1 photo1 ' +
    'bild bildurl bildlink bildadresse bild1 hauptbild produktbild artikelbild foto fotourl',
  images:
    'additionalimages additionalimagelink additionalimagelinks additionalimageurls moreimages moreimageurls imageurls pictures ' +
    'additionalpictures photos gallery ' +
    'bilder weiterebilder zusatzbilder zusätzlichebilder zusaetzlichebilder galerie fotos',
  saleUnit: '',
  type: 'parttype',
  subcategory: '',
}

/** Other programs write other things into columns of these names, in capitals: a type of WooCommerce is "simple". */
const EXACT = new Set<string>(['type', 'subcategory'])

const ownNames = new Map(importColumns.map((column) => [normalise(column), column]))
/** `rank` is the place in the list above. */
type OtherColumn = { column: ImportColumn; rank: number }
const otherNames = new Map<string, OtherColumn>()
// other programs have ids of their own, and a program may have renamed ours
otherNames.set('id', { column: '_id', rank: 0 })
for (const { name: column } of partFields) {
  if (column === 'attributes') continue
  const names = [
    ...(EXACT.has(column) ? [] : [partFieldLabels[column]]),
    ...OTHER_NAMES[column].split(' ').filter(Boolean),
  ]
  for (const [rank, name] of names.entries()) otherNames.set(normalise(name), { column, rank })
}
const isAmount = new Set<string>(
  partFields.filter(({ kind }) => kind === 'price' || kind === 'count').map(({ name }) => name),
)

function normalise(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

export type NamedColumns = {
  columns: (ImportColumn | null)[]
  /** The name of a column that the file has twice. */
  twice?: string
  hasForeignIds: boolean
}

/**
 * The columns of parts that the names of a file mean. Our own name of a column comes before those of other programs. Two
 * other names for one amount are reported as twice: a guess may be wrong. A price may name the currency of the store.
 */
export function nameColumns(
  names: readonly string[],
  currency = '',
  attributes?: ReadonlyMap<string, Attribute>,
): NamedColumns {
  const own = names.map((name) => attributeColumn(name, attributes) ?? ownColumn(name))
  const others = names.map((name) => otherColumn(keyOf(name), currency))
  const ownColumns = new Set(own)
  const firstRanks = new Map<ImportColumn, number>()
  for (const other of others) {
    if (other) firstRanks.set(other.column, Math.min(other.rank, firstRanks.get(other.column) ?? other.rank))
  }
  const columns = others.map((other, at) => {
    const ownName = own[at]
    if (ownName || !other || ownColumns.has(other.column)) return ownName ?? null
    const isFirst = other.rank === firstRanks.get(other.column)
    return isFirst || isAmount.has(other.column) ? other.column : null
  })
  const hasForeignIds = !ownColumns.has('_id')
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at)
  if (!twice) return { columns, hasForeignIds }
  const same = names.filter((_, at) => columns[at] === twice).map((name) => name.trim().slice(0, 60))
  return { columns, hasForeignIds, twice: ownColumns.has(twice) ? twice : `${twice} (${same.join(', ')})` }
}

function otherColumn(key: string, currency: string): OtherColumn | undefined {
  const withCurrency = [`in${currency}`, currency, 'in'].find((end) => end !== '' && key.endsWith(end))
  const price = otherNames.get(key.slice(0, -(withCurrency?.length ?? key.length)))
  return otherNames.get(key) ?? (price?.column === 'price' ? price : undefined)
}

function ownColumn(name: string): ImportColumn | null {
  if (name.trim() === 'attributes') return 'attributes'
  const column = ownNames.get(keyOf(name)) ?? null
  if (column !== null && EXACT.has(column) && name.trim() !== column) return null
  return column === '_id' && !name.includes('_') ? null : column
}

function keyOf(name: string): string {
  return normalise(name.slice(0, 200))
}
