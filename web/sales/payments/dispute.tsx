import {
  disputeAddress,
  isChargedBack,
  isOpenDispute,
  needsAnswer,
} from '#contract/sales/payments/dispute-state.ts'
import { disputeStatusText, disputeTexts as texts } from '#contract/sales/payments/dispute-texts.ts'
import type { Dispute } from '#contract/sales/payments/disputes.ts'
import { useStoreConfig } from '../../platform/api/store-config.ts'
import { Time } from '../../platform/layout/price.tsx'
import { Tag } from '../../platform/ui/tag.tsx'

export function DisputeState({ dispute }: { dispute: Dispute }) {
  const { status, evidenceDueAt } = dispute
  const variant = isChargedBack([dispute]) ? 'danger' : isOpenDispute(dispute) ? 'warning' : 'ok'
  return (
    <>
      <Tag variant={variant}>{disputeStatusText(status)}</Tag>
      {needsAnswer(dispute) && evidenceDueAt && (
        <span className="secondary-text">
          <span>{`${texts.answerBy} `}</span>
          <Time at={evidenceDueAt} />
        </span>
      )}
      {status.endsWith('under_review') && <span className="secondary-text">{texts.considered}</span>}
    </>
  )
}

export function DisputeLink({ dispute: { _id } }: { dispute: Dispute }) {
  const payment = useStoreConfig()?.payment
  const address = payment ? disputeAddress(payment, _id) : null
  if (address === null) return <span className="numeric identifier">{_id}</span>
  return (
    <a
      className="table__link"
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.atProviderOf(_id)}
    >
      {texts.atProvider}
    </a>
  )
}
