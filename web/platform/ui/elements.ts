import type { ReactElement } from 'react'

/**
 * What a component puts beside other children: elements, no text. A translator replaces text nodes, and React could then
 * neither change nor remove them, nor insert before them (`tools/loose-texts.ts`).
 */
export type Elements = ReactElement | false | null | undefined | '' | readonly Elements[]
