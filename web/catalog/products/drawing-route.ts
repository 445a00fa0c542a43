import { renderDrawing } from '#drawings/registry.ts'
import type { Route } from './+types/drawing-route.ts'

const YEAR_SECONDS = 31_536_000

/** `/drawings/<kind>.svg?…`. Browsers cache a drawing for up to a year, so a changed drawing needs a new address. */
export function loader({ params, url }: Route.LoaderArgs): Response {
  const kind = /^([a-z][a-z0-9-]*)\.svg$/.exec(params.file)?.[1]
  const svg = kind === undefined ? undefined : renderDrawing(kind, url.searchParams)
  if (svg === undefined) return new Response(null, { status: 404 })
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
    },
  })
}
