import { useLocation } from 'react-router'
import { uiTexts } from '#contract/messages/ui.ts'
import { LinkButton } from './button.tsx'
import { useHydrated } from './hydrated.ts'

/** Cursors only lead forward: the previous page is known from the state of the history entry, if at all. */
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

/** The addresses of the previous pages, first to last, in the state of a history entry; empty for any other state. */
export function readTrail(state: unknown): string[] {
  const isTrail = typeof state === 'object' && state !== null && 'trail' in state
  if (!isTrail || !Array.isArray(state.trail)) return []
  // "//host" would be another site
  return state.trail.filter((step) => typeof step === 'string' && /^\/(?!\/)/.test(step))
}

const MAX_KEPT = 200

export function continueTrail(trail: string[], address: string): { trail: string[] } {
  return { trail: [...trail, address].slice(-MAX_KEPT) }
}
