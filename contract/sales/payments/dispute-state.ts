/** The provider's statuses; a `warning_` is an inquiry, which withdraws no money. */
export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
  'appeal_needs_response',
  'appeal_under_review',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

type Stateful = { status: DisputeStatus }

/** `isOpen`: the bank has not decided. `isChargeback`: the money is withdrawn, for now or for good. */
const meaning: Record<DisputeStatus, { isOpen: boolean; isChargeback: boolean }> = {
  warning_needs_response: { isOpen: true, isChargeback: false },
  warning_under_review: { isOpen: true, isChargeback: false },
  warning_closed: { isOpen: false, isChargeback: false },
  needs_response: { isOpen: true, isChargeback: true },
  under_review: { isOpen: true, isChargeback: true },
  won: { isOpen: false, isChargeback: false },
  lost: { isOpen: false, isChargeback: true },
  prevented: { isOpen: false, isChargeback: false },
  appeal_needs_response: { isOpen: true, isChargeback: true },
  appeal_under_review: { isOpen: true, isChargeback: true },
}

export const openDisputeStatuses = disputeStatuses.filter((status) => meaning[status].isOpen)

/** Open chargebacks, during which the provider refuses refunds. */
export const openChargebackStatuses = disputeStatuses.filter(
  (status) => meaning[status].isOpen && meaning[status].isChargeback,
)

export function isOpenDispute({ status }: Stateful): boolean {
  return meaning[status].isOpen
}

/** Whether the bank waits for the store's evidence. */
export function needsAnswer({ status }: Stateful): boolean {
  return status.endsWith('needs_response')
}

/** Whether a dispute has withdrawn money, for now or for good: the buyer must not get it twice. */
export function isChargedBack(disputes: Stateful[]): boolean {
  return disputes.some(({ status }) => meaning[status].isChargeback)
}

/** Whether a bank has the money of a payment, or may take it: the parts are held back. */
export function isMoneyAtRisk(disputes: Stateful[]): boolean {
  return disputes.some(({ status }) => meaning[status].isOpen || meaning[status].isChargeback)
}

/** The page on which a dispute is answered: the provider's dashboard, or the sandbox's control page. */
export function disputeAddress(
  { mode, publishableKey }: { mode: string; publishableKey: string | null },
  id: string,
): string | null {
  if (mode === 'sandbox') return '/payments/control#disputes'
  if (mode !== 'stripe') return null
  return `https://dashboard.stripe.com/${publishableKey?.startsWith('pk_test_') ? 'test/' : ''}disputes/${id}`
}

export function knownDisputeStatus(text: string | null): DisputeStatus | undefined {
  return disputeStatuses.find((status) => status === text)
}
