import { countryFormats } from './country-formats.ts'
import { addressTexts as texts } from './texts.ts'

/** An address as it is written on an order. Empty text for a town, null for a region, where the country has none. */
export type PostalAddress = {
  name: string
  company: string | null
  line1: string
  line2: string | null
  postcode: string
  city: string
  region: string | null
  /** Two letters of ISO 3166. */
  country: string
  phone: string | null
}

export type AddressField = Exclude<keyof PostalAddress, 'country' | 'phone'>

type CountryFormat = {
  /** In the order of a form. */
  fields: AddressField[]
  required: ReadonlySet<AddressField>
  /** What the fields are called in this country. */
  labels: Record<AddressField, string>
  /** For the whole postcode in capitals; null if any will do. */
  postcodePattern: RegExp | null
  postcodeExample: string
  layout: string
}

const fieldOf: Record<string, AddressField> = {
  N: 'name',
  O: 'company',
  A: 'line1',
  C: 'city',
  S: 'region',
  Z: 'postcode',
}

const rows = new Map(
  countryFormats
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 2), line]),
)

/** Codes of the countries that have addresses, in the order of the alphabet. */
export const countryCodes: readonly string[] = [...rows.keys()]

/** How addresses are written in a country; undefined for an unknown code. */
export function countryFormat(country: string): CountryFormat | undefined {
  const row = rows.get(country)
  if (row === undefined) return undefined
  const [, layout = '', required = '', city, region, postcode, pattern, postcodeExample = ''] = row.split(';')
  const inLayout = [...layout.matchAll(/%([ACSZ])/g)].flatMap(([, letter = '']) => fieldOf[letter] ?? [])
  return {
    fields: ['name', 'company', ...inLayout.flatMap((field) => (field === 'line1' ? LINES : [field]))],
    required: new Set(['name', ...[...required].flatMap((letter) => fieldOf[letter] ?? [])]),
    labels: {
      name: texts.name,
      company: texts.company,
      line1: texts.line1,
      line2: texts.line2,
      city: labelOf(texts.cities, city, texts.cities.city),
      region: labelOf(texts.regions, region, texts.regions.region),
      postcode: labelOf(texts.postcodes, postcode, texts.postcodes.postcode),
    },
    postcodePattern: pattern ? new RegExp(`^(?:${pattern})$`) : null,
    postcodeExample,
    layout,
  }
}

const LINES: AddressField[] = ['line1', 'line2']

function labelOf(labels: Record<string, string>, kind: string | undefined, otherwise: string): string {
  return (kind === undefined ? undefined : labels[kind]) ?? otherwise
}

/** What is wrong with an address in its country. Its texts are trimmed and of limited length. */
export function addressFaults(
  address: Omit<PostalAddress, 'phone'>,
): { path: AddressField | 'country'; message: string }[] {
  const format = countryFormat(address.country)
  if (!format) return [{ path: 'country', message: texts.countryInvalid }]
  const { fields, required, labels, postcodePattern, postcodeExample } = format
  const missing = fields
    .filter((field) => required.has(field) && !address[field])
    .map((field) => ({ path: field, message: texts.required(labels[field]) }))
  const { postcode } = address
  if (!postcode || !fields.includes('postcode') || postcodePattern?.test(postcode.toUpperCase()) !== false)
    return missing
  return [...missing, { path: 'postcode', message: texts.postcodeInvalid(labels.postcode, postcodeExample) }]
}

/** The address without what its country does not have, and with the postcode in capitals. */
export function tidyAddress<T extends Omit<PostalAddress, 'phone'>>(address: T): T {
  const fields = countryFormat(address.country)?.fields ?? []
  return {
    ...address,
    city: fields.includes('city') ? address.city : '',
    region: fields.includes('region') ? address.region : null,
    postcode: fields.includes('postcode') ? address.postcode.toUpperCase() : '',
  }
}

/** The lines of an address as they are written in its country, with the name of the country last. */
export function addressLines(address: PostalAddress, locale: string): string[] {
  const layout = countryFormat(address.country)?.layout ?? '%N%n%O%n%A%n%C%n%Z'
  return writeLines(layout, address, locale)
}

/** The street and the place of an address, each on one line, for where an order has no more than these. */
export function streetAndPlace(address: PostalAddress, locale: string): { street: string; place: string } {
  const { company, line1, line2 } = address
  const layout = countryFormat(address.country)?.layout ?? '%C%n%Z'
  return {
    street: [company, line1, line2].filter(Boolean).join(', '),
    // separators that stand between the street and the place go with the street
    place: writeLines(layout, { ...address, name: '', company: null, line1: '', line2: null }, locale).join(
      ', ',
    ),
  }
}

function writeLines(layout: string, address: PostalAddress, locale: string): string[] {
  const lines = layout.split('%n').flatMap((line) => {
    const written = writeLine(line, address)
    if (!written) return []
    return line.includes('%A') && address.line2 ? [written, address.line2] : [written]
  })
  return [...lines, countryName(address.country, locale)]
}

/** Separators stand between what there is. */
function writeLine(line: string, address: PostalAddress): string {
  let written = ''
  let separator = ''
  let isFirst = true
  for (const [part, letter] of line.matchAll(/%([A-Z])|[^%]+/g)) {
    const field = letter === undefined ? undefined : fieldOf[letter]
    if (field === undefined) {
      // what a line begins with belongs to its first field, as in "CH-%Z"
      if (written || isFirst) separator = part
    } else if (address[field]) {
      written += `${separator}${address[field]}`
      separator = ''
    } else if (!written) separator = ''
    isFirst = false
  }
  return written
}

/** The name of a country in the language of a locale, such as "Germany". */
export function countryName(country: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(country) ?? country
}
