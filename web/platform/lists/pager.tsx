import { useLocation } from 'react-router'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { LinkButton } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'

/** A cursor gives only the next page: the previous one is known from the state of the history entry, if at all. */
export function Pager({ first, next }: { first: string | null; next: string | null }) {
  const { pathname, search, state } = useLocation()
  // the server does not see the history entry
  const isHydrated = useHydrated()
  if (!first && !next) return null
  const trail = isHydrated && first ? readTrail(state) : []
  const previous = trail.at(-1)
  return (
    <nav className="pager" aria-label={uiTexts.pages}>
      {first && <LinkButton to={first}>{uiTexts.firstPage}</LinkButton>}
      {previous && (
        <LinkButton to={previous} state={{ trail: trail.slice(0, -1) }} rel="prev">
          {uiTexts.previousPage}
        </LinkButton>
      )}
      {next && (
        <LinkButton to={next} state={continueTrail(trail, pathname + search)} variant="next" rel="next">
          {uiTexts.nextPage}
        </LinkButton>
      )}
    </nav>
  )
}

/** The addresses of the previous pages, oldest first, from the state of a history entry; invalid ones are dropped. */
export function readTrail(state: unknown): string[] {
  const isTrail = typeof state === 'object' && state !== null && 'trail' in state
  if (!isTrail || !Array.isArray(state.trail)) return []
  // "//host" would be another site
  return state.trail.filter((address) => typeof address === 'string' && /^\/(?!\/)/.test(address))
}

const MAX_TRAIL = 200

export function continueTrail(trail: string[], address: string): { trail: string[] } {
  return { trail: [...trail, address].slice(-MAX_TRAIL) }
}
