/** The order of a list: by a field of its items, or, after a minus, by that field descending. */
export type Sort<Name extends string> = Name | `-${Name}`

export function sortsOf<const Name extends string>(names: readonly Name[]): Sort<Name>[] {
  return names.flatMap((name): Sort<Name>[] => [name, `-${name}`])
}

/** The items of a list are counted up to this number; one more stands for any that are more. */
export const MAX_COUNT = 10_000
