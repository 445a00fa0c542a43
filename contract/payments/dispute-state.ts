/** As the card provider names them; a warning is a bank's question that takes no money yet. */
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

/** What of each status holds: whether the bank has not decided yet, and whether it claims, or has got, the money. */
const meaning: Record<DisputeStatus, { isOpen: boolean; claims: boolean }> = {
  warning_needs_response: { isOpen: true, claims: false },
  warning_under_review: { isOpen: true, claims: false },
  warning_closed: { isOpen: false, claims: false },
  needs_response: { isOpen: true, claims: true },
  under_review: { isOpen: true, claims: true },
  won: { isOpen: false, claims: false },
  lost: { isOpen: false, claims: true },
  prevented: { isOpen: false, claims: false },
  appeal_needs_response: { isOpen: true, claims: true },
  appeal_under_review: { isOpen: true, claims: true },
}

export const openDisputeStatuses = disputeStatuses.filter((status) => meaning[status].isOpen)

/** The bank claims the money and has not decided: the provider refuses a refund. */
export const pendingClaimStatuses = disputeStatuses.filter(
  (status) => meaning[status].isOpen && meaning[status].claims,
)

export function isOpenDispute({ status }: Stateful): boolean {
  return meaning[status].isOpen
}

/** Whether the shop has to say something, or loses by silence. */
export function needsAnswer({ status }: Stateful): boolean {
  return status.endsWith('needs_response')
}

/** Whether giving the money back as well would pay twice. */
export function claimsMoney(disputes: Stateful[]): boolean {
  return disputes.some(({ status }) => meaning[status].claims)
}

/** Where a dispute is answered: the provider's own pages, which the sandbox has, too. */
export function disputeAddress(
  { mode, publishableKey }: { mode: string; publishableKey: string | null },
  id: string,
): string | null {
  if (mode === 'sandbox') return '/payments/control#disputes'
  if (mode !== 'stripe') return null
  return `https://dashboard.stripe.com/${publishableKey?.startsWith('pk_test_') ? 'test/' : ''}disputes/${id}`
}

/** The status of that name, if there is one. */
export function knownDisputeStatus(text: string | null): DisputeStatus | undefined {
  return disputeStatuses.find((status) => status === text)
}
