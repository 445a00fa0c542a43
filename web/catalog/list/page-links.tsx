import { listTexts as texts } from '#contract/catalog/search/list-texts.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { useCountText } from '../../platform/layout/price.tsx'
import { PageLink } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import { type PartsView, partsAddress } from '../products/parts-address.ts'

type Props = {
  view: PartsView
  /** Null behind a cursor. */
  number: number | null
  /** Null if it is not known. */
  pages: number | null
  /** The cursor of the next page, if there is one; used where pages have no numbers. */
  next: string | null
  /** The last page that has a number. */
  deepest: number
}

/** Links to first, previous and next page, and to numbered ones around this one. */
export function PageLinks({ view, number, pages, next, deepest }: Props) {
  const countText = useCountText()
  if (number === null && !view.after) return null
  if (pages === 1 || (number === 1 && !next)) return null
  const to = (page: number) =>
    partsAddress({ ...view, after: undefined, page: page === 1 ? undefined : String(page) })
  const hasNextNumber = number !== null && number < deepest
  const nextPage =
    next && (hasNextNumber ? to(number + 1) : partsAddress({ ...view, page: undefined, after: next }))
  return (
    <nav className="page-links" aria-label={uiTexts.pages}>
      {number === null && <PageLink to={to(1)}>{uiTexts.firstPage}</PageLink>}
      {number !== null && number > 1 && (
        <PageLink to={to(number - 1)} rel="prev" aria-label={uiTexts.previousPage}>
          <Icon name="previous" size={16} />
          <span>{uiTexts.previousPage}</span>
        </PageLink>
      )}
      {number !== null && (
        <>
          <p className="page-links__position numeric">
            {pages ? texts.ofPages(countText(number), countText(pages)) : countText(number)}
          </p>
          <ol>
            {numbersAround(number, pages).map((page, at) => (
              <li key={page ?? `gap-${at}`}>
                {page === null ? (
                  <span>…</span>
                ) : (
                  <PageLink
                    to={to(page)}
                    aria-label={texts.page(page)}
                    aria-current={page === number ? 'page' : undefined}
                  >
                    {countText(page)}
                  </PageLink>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
      {nextPage && (
        <PageLink to={nextPage} rel="next" aria-label={uiTexts.nextPage}>
          <span>{uiTexts.nextPage}</span>
          <Icon name="next" size={16} />
        </PageLink>
      )}
    </nav>
  )
}

/** The first page, the ones around `number` and the last one, if it is known; null where some are left out. */
export function numbersAround(number: number, pages: number | null): (number | null)[] {
  const last = pages ?? number + 1
  const shown = [1, number - 1, number, number + 1, last].filter((page) => page >= 1 && page <= last)
  const sorted = [...new Set(shown)].sort((a, b) => a - b)
  const numbers = sorted.flatMap((page, at) => {
    const before = sorted[at - 1] ?? 0
    if (page - before === 2) return [page - 1, page]
    return page - before > 2 ? [null, page] : [page]
  })
  return pages === null ? [...numbers, null] : numbers
}
