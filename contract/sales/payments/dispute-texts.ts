import type { MailText } from '../../platform/mail/texts.ts'
import type { DisputeStatus } from './dispute-state.ts'

export const disputeTexts = {
  title: 'Disputes',
  about:
    'Payments that a buyer’s bank asks about, or takes back. Evidence is given at the card provider; what is not answered in time is lost.',
  order: 'Order',
  amount: 'Amount',
  reason: 'Reason',
  status: 'Status',
  answerBy: 'Answer by',
  considered: 'The bank considers the evidence.',
  opened: 'Opened',
  evidence: 'Evidence',
  atProvider: 'Open at the card provider',
  atProviderOf: (id: string) => `Open at the card provider: ${id}`,
  noRefund: 'A bank claims this payment, or has taken it back. It cannot be refunded as well.',
  withdrawn: 'Taken back by the bank',
  shiftDisputed: 'A bank claims this payment, or has taken it back.',
} as const

const statuses: Record<DisputeStatus, string> = {
  warning_needs_response: 'Bank asks',
  warning_under_review: 'Bank considers',
  warning_closed: 'Bank asked',
  needs_response: 'Disputed',
  under_review: 'Under dispute',
  won: 'Dispute won',
  lost: 'Dispute lost',
  prevented: 'Dispute averted',
  appeal_needs_response: 'Appealed',
  appeal_under_review: 'Under appeal',
}

export function disputeStatusText(status: DisputeStatus): string {
  return statuses[status]
}

const reasons: Record<string, string> = {
  fraudulent: 'The cardholder says that another person paid',
  product_not_received: 'Not received',
  product_unacceptable: 'Not as described, or broken',
  duplicate: 'Charged twice',
  credit_not_processed: 'A refund did not arrive',
  unrecognized: 'The cardholder does not recognize the payment',
  general: 'Not said',
}

/** Reasons without a text are displayed as the provider names them, with spaces for underscores. */
export function disputeReasonText(reason: string): string {
  return reasons[reason] ?? reason.replaceAll('_', ' ')
}

type DisputeFacts = {
  status: DisputeStatus
  /** Of the order. */
  number: number
  product: string
  amount: string
  reason: string
  until: string | null
  link: string
}

/** The mail to staff; undefined for a status of which they need no mail, such as a review of the evidence. */
export function disputeMail(dispute: DisputeFacts): MailText | undefined {
  const heading = headings[dispute.status]
  if (!heading) return undefined
  const { number, product, amount, reason, until, link } = dispute
  const answer = until === null ? '' : `\nAnswer by: ${until}, at the card provider`
  return {
    subject: `${heading.subject}: order ${number}, ${amount} for ${product}`,
    text: `${heading.text}

Order ${number}, ${product}: ${amount}
Reason: ${disputeReasonText(reason)}${answer}

${link}
`,
  }
}

type Returned = { number: number; amount: string; product: string; buyer: string; link: string }

/** The mail to staff after a refund has failed at the buyer's bank. */
export function refundReturnedMail({ number, amount, product, buyer, link }: Returned): MailText {
  return {
    subject: `A refund came back: order ${number}, ${amount} for ${product}`,
    text: `The buyer’s bank has sent this refund back, perhaps because the card is closed. The store has the money again, and the buyer still expects it. Please ask where it should go, or refund it once more.

Order ${number}, ${product}: ${amount}
Buyer: ${buyer || '–'}

${link}
`,
  }
}

const inquiry = {
  subject: 'A bank asks about a payment',
  text: 'A buyer’s bank asks about this payment. The money stays here for now; an answer may keep it from being taken back.',
}
const chargeback = {
  subject: 'Disputed payment',
  text: 'A buyer’s bank has taken this payment back. What is not answered in time is lost. Please hold the parts back if they are not on their way yet.',
}
const headings: Partial<Record<DisputeStatus, { subject: string; text: string }>> = {
  warning_needs_response: inquiry,
  needs_response: chargeback,
  appeal_needs_response: {
    ...chargeback,
    text: 'A dispute that seemed settled goes on, and wants another answer.',
  },
  won: { subject: 'Dispute won', text: 'The bank has decided for the shop: the money is back.' },
  lost: { subject: 'Dispute lost', text: 'The bank has decided for the buyer: the money stays there.' },
  warning_closed: {
    subject: 'A bank asks no more',
    text: 'The bank that asked about this payment lets it be. The money stays here.',
  },
}
