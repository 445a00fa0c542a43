import type { Attributes } from './attributes.ts'

/** The part types of a store with the keys of their attributes: an owner may have changed those that ship. */
export const STORED_TYPES = `select part_types.id, part_types.key,
    array(select attributes.key from part_type_attributes join attributes on attributes.id = attribute_id
      where part_type_id = part_types.id) as attributes
  from part_types`

export type StoredType = { id: number; key: string; attributes: string[] }
type TypedPart = { type: string; attributes: Attributes }
export type TypeColumns = { part_type_id: number | null; attributes: Attributes }

/** Type and attributes as a store holds them: without attributes that its type does not have, nothing without the type. */
export function createTypeColumns(types: readonly StoredType[]): (part: TypedPart) => TypeColumns {
  const byKey = new Map(types.map((type) => [type.key, type]))
  return ({ type: key, attributes }) => {
    const type = byKey.get(key)
    if (!type) return { part_type_id: null, attributes: {} }
    const known = Object.entries(attributes).filter(([name]) => type.attributes.includes(name))
    return { part_type_id: type.id, attributes: Object.fromEntries(known) }
  }
}
