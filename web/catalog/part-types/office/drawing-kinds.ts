import { loadModule } from '../../../platform/api/load-module.ts'

/** A drawing that a category or a type can have, and what can be given to it. */
export type DrawingKind = { kind: string; parameters: string[] }

/** All drawings by name. Their code is loaded on the pages that choose among them only. */
export async function readDrawingKinds(): Promise<DrawingKind[]> {
  const { kinds } = await loadModule(() => import('#drawings/registry.ts'))
  return kinds
    .map(({ kind, params }) => ({ kind, parameters: Object.keys(params) }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind, 'en'))
}

/** The name with parameters of the drawing at an address: `brake-disc?drilled=16`. */
export function drawingNameOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://drawings')
  searchParams.delete('view')
  const name = pathname.replace('/drawings/', '').replace(/\.svg$/, '')
  return searchParams.size > 0 ? `${name}?${searchParams}` : name
}

/** The address of the small view of a drawing by its name. */
export function drawingAddressOf(name: string): string {
  const [kind, parameters] = name.split('?')
  return `/drawings/${kind}.svg?${parameters === undefined ? '' : `${parameters}&`}view=thumb`
}
