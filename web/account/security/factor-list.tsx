import { accountTexts } from '#contract/messages/account/account.ts'
import { Time } from '../../layout/shop/price.tsx'
import { Button } from '../../ui/button.tsx'
import type { EnrolledFactor } from './own-account.ts'

const texts = accountTexts.factors

type FactorListProps = {
  factors: EnrolledFactor[]
  busyId: string | undefined
  onRemove: (factor: EnrolledFactor, name: string) => void
}

/** What gives the codes of the second step. */
export function FactorList({ factors, busyId, onRemove }: FactorListProps) {
  return (
    <ul className="rows" aria-label={texts.list}>
      {factors.map((factor) => {
        const { id, kind, label, enrolledAt } = factor
        const name = label ?? texts[kind]
        return (
          <li key={id}>
            <p>
              <b>{name}</b>
              <small>
                {label !== null && `${texts[kind]}, `}
                {texts.since} <Time at={enrolledAt} style="date" />
              </small>
            </p>
            <Button
              size="small"
              look="bad"
              aria-label={texts.removeOf(name)}
              disabled={busyId === id}
              onClick={() => onRemove(factor, name)}
            >
              {texts.remove}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
