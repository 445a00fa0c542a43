import { disputeStatusText, disputeTexts as texts } from '#contract/messages/disputes.ts'
import {
  disputeAddress,
  isChargedBack,
  isOpenDispute,
  needsAnswer,
} from '#contract/payments/dispute-state.ts'
import type { Dispute } from '#contract/payments/disputes.ts'
import { useStoreConfig } from '../../api/store-config.ts'
import { Tag } from '../../ui/tag.tsx'
import { Time } from './price.tsx'

export function DisputeState({ dispute }: { dispute: Dispute }) {
  const { status, evidenceDueAt } = dispute
  const variant = isChargedBack([dispute]) ? 'danger' : isOpenDispute(dispute) ? 'warning' : 'ok'
  return (
    <>
      <Tag variant={variant}>{disputeStatusText(status)}</Tag>
      {needsAnswer(dispute) && evidenceDueAt && (
        <span className="secondary-text">
          {texts.answerBy} <Time at={evidenceDueAt} />
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
