import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import type { Catalogue, StoredType } from '../../part-types/catalogue.ts'
import { namesAlike } from '../../search/names.ts'
import type { CellResult } from '../catalogue-columns.ts'

type TypesByName = Map<string, StoredType[]>
/** The types by key, by name or plural, and by these in the spelling of the search, in the order of trust. */
type Index = readonly [TypesByName, TypesByName, TypesByName]
const indexes = new WeakMap<Catalogue, Index>()

/**
 * A part type by its key, name or plural, else by a name that the search takes for one of these, such as "Bremsscheibe": the
 * id with which rows of parts are stored.
 */
export function readType(text: string, catalogue: Catalogue): CellResult {
  const folded = text.trim().toLowerCase()
  if (folded === '') return { value: null }
  const [found, ...others] = typesNamed(folded, indexOf(catalogue))
  const shown = text.trim().slice(0, SHOWN_CHARACTERS)
  if (others.length > 0)
    return {
      message: texts.typeAmbiguous(
        shown,
        [found, ...others].flatMap((type) => type?.key ?? []),
      ),
    }
  if (found) return { value: found.id }
  return { message: texts.typeUnknown(shown, nearestType(folded, catalogue.types)) }
}

const SHOWN_CHARACTERS = 60
/** Names are shorter. */
const MAX_CHARACTERS = 100

function typesNamed(text: string, [ofKey, ofName, ofSpelling]: Index): StoredType[] {
  const exact = ofKey.get(text) ?? ofName.get(text)
  if (exact || text.length > MAX_CHARACTERS) return exact ?? []
  const [own = '', ...alike] = namesAlike(text)
  return ofSpelling.get(own) ?? [...new Set(alike.flatMap((name) => ofSpelling.get(name) ?? []))]
}

function indexOf(catalogue: Catalogue): Index {
  const known = indexes.get(catalogue)
  if (known) return known
  const { types } = catalogue
  const spellingsOf = ({ key, name, plural }: StoredType) =>
    [key, name, plural].flatMap((one) => namesAlike(one).slice(0, 1))
  const index: Index = [
    byName(types, ({ key }) => [key]),
    byName(types, ({ name, plural }) => [name.toLowerCase(), plural.toLowerCase()]),
    byName(types, spellingsOf),
  ]
  indexes.set(catalogue, index)
  return index
}

function byName(types: Catalogue['types'], namesOf: (type: StoredType) => string[]): TypesByName {
  const found: TypesByName = new Map()
  for (const type of types)
    for (const name of new Set(namesOf(type))) found.set(name, [...(found.get(name) ?? []), type])
  return found
}

/** How many letters of the words a name has, the beginning of a word counting (disk, disc). */
function similarity(name: string, words: readonly string[]): number {
  return words.reduce((sum, word) => {
    const begun = word.length > 3 ? word.slice(0, -1) : word
    return sum + (name.includes(word) ? 2 * word.length : name.includes(begun) ? begun.length : 0)
  }, 0)
}

/** The type whose name is most like a text; undefined if none shares a word. */
function nearestType(text: string, types: Catalogue['types']): string | undefined {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  const found = types
    .map(({ key, name }) => ({ key, same: similarity(name.toLowerCase(), words) }))
    .sort((a, b) => b.same - a.same)
  return found[0] && found[0].same > 0 ? found[0].key : undefined
}
