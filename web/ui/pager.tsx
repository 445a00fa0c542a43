import { useLocation } from 'react-router'
import { uiTexts } from '#contract/messages/ui.ts'
import { LinkButton } from './button.tsx'
import { useHydrated } from './hydrated.ts'
import { continueTrail, readTrail } from './page-trail.ts'

/**
 * Through a list by its cursor; `first` leads back to the start and is absent there. The previous page is known
 * to whoever came from it, not to an address opened by itself.
 */
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
        <LinkButton to={next} state={continueTrail(trail, pathname + search)} look="tab" rel="next">
          {uiTexts.nextPage}
        </LinkButton>
      )}
    </nav>
  )
}
