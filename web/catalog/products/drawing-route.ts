import { renderDrawing } from '#drawings/registry.ts'
import type { Route } from './+types/drawing-route.ts'

/** A later version of the store may draw the same address in another way: a browser shows that a day later, or at the visit after. */
const CACHED = 'public, max-age=86400, stale-while-revalidate=2592000'

/** `/drawings/<kind>.svg?…`: status 404 if there is no such kind. */
export function loader({ params, url }: Route.LoaderArgs): Response {
  const kind = /^([a-z][a-z0-9-]*)\.svg$/.exec(params.file)?.[1]
  const svg = kind === undefined ? undefined : renderDrawing(kind, url.searchParams)
  if (svg === undefined) return new Response(null, { status: 404 })
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': CACHED,
    },
  })
}
