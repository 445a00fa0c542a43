import { MAX_COUNT } from '#contract/platform/list-sort.ts'
import { uiTexts } from '#contract/platform/texts/ui.ts'
import { useCountText } from '../layout/price.tsx'
import { Pager } from './pager.tsx'

type Position = { from: number | undefined; rows: number; count: number | undefined }
type ListFootProps = { position: Position; first: string | null; next: string | null }

export function ListFoot({ position, first, next }: ListFootProps) {
  return (
    <div className="list-foot">
      <p className="numeric">{usePositionText(position)}</p>
      <Pager first={first} next={next} isSmall />
    </div>
  )
}

function usePositionText({ from, rows, count }: Position): string {
  const countText = useCountText()
  const to = from === undefined ? 0 : from + rows - 1
  const range = from === undefined ? undefined : uiTexts.range(countText(from), countText(to))
  if (count === undefined) return range ?? ''
  // rows may have been added since they were counted
  const all = count > MAX_COUNT ? uiTexts.moreThan(countText(MAX_COUNT)) : countText(Math.max(count, to))
  return range === undefined ? uiTexts.inAll(all) : uiTexts.rangeOf(range, all)
}
