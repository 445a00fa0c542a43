import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import {
  checkValue,
  type ReadValue,
  readValue,
  type Value,
} from '#contract/catalog/part-types/attribute-values.ts'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { typesTexts } from '#contract/catalog/part-types/texts.ts'
import type { Catalogue } from '../../part-types/catalogue.ts'
import { SIZE_TOLERANCE, unitRatio } from '../../search/names.ts'
import { nearestKey } from '../catalogue-columns.ts'

/** What a row gives of the attributes of its part; null removes a value. */
type Change = Record<string, Value | null>

type Reading = { catalogue: Catalogue; hasDecimalComma: boolean }

/** The value of an attribute in a cell; null for an empty cell, which removes it. */
export function readAttributeCell(
  key: string,
  text: string,
  { catalogue, hasDecimalComma }: Reading,
): { value: Value | null } | { message: string } {
  if (text.trim() === '') return { value: null }
  const attribute = catalogue.attributeOfKey.get(key)
  if (!attribute) return { message: texts.attributeUnknown }
  const plain = readValue(text, attribute, { hasDecimalComma })
  const read = 'problem' in plain ? (readConverted(text, attribute, hasDecimalComma) ?? plain) : plain
  return 'problem' in read ? { message: read.problem } : read
}

const SHOWN_CHARACTERS = 40

/** The attributes of one cell, `key=value; key=value`; those that it does not name stay. */
export function readAttributesCell(text: string, reading: Reading): { change: Change } | { message: string } {
  const { attributeOfKey } = reading.catalogue
  const change: Change = {}
  for (const pair of text.split(';').filter((one) => one.trim() !== '')) {
    const [, typed = '', value] = /^([^=]*)=(.*)$/s.exec(pair) ?? []
    const key = typed.trim().toLowerCase()
    if (value === undefined || key === '') return { message: texts.attributesForm }
    const shown = typed.trim().slice(0, SHOWN_CHARACTERS)
    if (!attributeOfKey.has(key))
      return { message: texts.noAttribute(shown, nearestKey(shown, attributeOfKey)) }
    const read = readAttributeCell(key, value, reading)
    if ('message' in read) return { message: texts.inAttribute(key, read.message) }
    const conflict = addAttributes(change, { [key]: read.value })
    if (conflict !== undefined) return { message: conflict }
  }
  return { change }
}

/** Adds `more` to what a row gives. Returns the message of an error if both give one attribute other values. */
export function addAttributes(given: Change, more: Change): string | undefined {
  const twice = Object.keys(more).find((key) => Object.hasOwn(given, key) && given[key] !== more[key])
  if (twice !== undefined) return texts.attributeTwice(twice)
  Object.assign(given, more)
  return undefined
}

const NUMBER_AND_UNIT = /^(-?\d{1,10}(?:[.,]\d{1,10})?) ?(\D{1,20})$/

/** A number in a unit that is converted to the attribute's, such as "11 in" for mm; undefined for other texts. */
function readConverted(text: string, attribute: Attribute, hasDecimalComma: boolean): ReadValue | undefined {
  const [, typed = '', unit = ''] = NUMBER_AND_UNIT.exec(text.trim()) ?? []
  const ratio = unitRatio(unit, attribute.unit ?? '')
  const number = Number(hasDecimalComma ? typed.replace(',', '.') : typed)
  if (typed === '' || attribute.unit === null || ratio === undefined || Number.isNaN(number)) return undefined
  if (ratio === 1) return checkValue(number, attribute)
  const exact = number * ratio
  const rounded = Number(exact.toFixed(attribute.decimals))
  // "1 hp" is no whole number of kW, however it is rounded
  if (Math.abs(rounded - exact) > SIZE_TOLERANCE * Math.abs(exact))
    return { problem: typesTexts.tooManyDecimals(attribute.decimals) }
  return checkValue(rounded, attribute)
}
