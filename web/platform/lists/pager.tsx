import { type LinkProps, useLocation } from 'react-router'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { LinkButton } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Icon } from '../ui/icon.tsx'

type PagerProps = {
  first: string | null
  next: string | null
  /** Arrows instead of words. */
  isSmall?: boolean
}

/** A cursor gives only the next page: the previous one is known from the state of the history entry, if at all. */
export function Pager({ first, next, isSmall = false }: PagerProps) {
  const { pathname, search, state } = useLocation()
  // the server does not see the history entry
  const isHydrated = useHydrated()
  if (!first && !next) return null
  const trail = isHydrated && first ? readTrail(state) : []
  const previous = trail.at(-1)
  return (
    <nav className="pager" aria-label={uiTexts.pages}>
      {first && <PagerLink to={first} text={uiTexts.firstPage} icon="first" isSmall={isSmall} />}
      {previous && (
        <PagerLink
          to={previous}
          state={{ trail: trail.slice(0, -1) }}
          rel="prev"
          text={uiTexts.previousPage}
          icon="previous"
          isSmall={isSmall}
        />
      )}
      {next && (
        <PagerLink
          to={next}
          state={continueTrail(trail, pathname + search)}
          rel="next"
          text={uiTexts.nextPage}
          icon="next"
          isSmall={isSmall}
        />
      )}
    </nav>
  )
}

type PagerLinkProps = LinkProps & { text: string; icon: 'first' | 'previous' | 'next'; isSmall: boolean }

function PagerLink({ text, icon, isSmall, ...link }: PagerLinkProps) {
  if (isSmall)
    return (
      <LinkButton variant="quiet" aria-label={text} title={text} {...link}>
        <Icon name={icon} size={16} />
      </LinkButton>
    )
  return (
    <LinkButton {...(icon === 'next' && { variant: 'next' })} {...link}>
      {text}
    </LinkButton>
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
