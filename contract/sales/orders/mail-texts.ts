import type { MailText } from '../../platform/mail/texts.ts'

/* Mails to buyers about their orders. Amounts and times are formatted by the caller. */

export type OrderFacts = {
  store: string
  number: number
  /** The parts in a few words. */
  product: string
  lines: { name: string; quantity: string; unitPrice: string }[]
  total: string
  /** Null if the store accepts no cards. */
  payLink: string | null
  /** Where the same can be ordered again. */
  orderAgainLink: string
  orderLink: string
  /** May be empty. */
  name: string
  address: string
  /** May be empty. */
  location: string
  isPickup: boolean
}

export function orderPlacedMail(order: OrderFacts, until: string): MailText {
  return {
    subject: `Order ${order.number}: ${order.product}`,
    text: `${greeting(order)}

thank you for your order at ${order.store}:

${describeLines(order)}

${order.payLink === null ? `Pay on collection, until ${until}.` : `Pay it until ${until}:\n${order.payLink}`}

Parts that are not paid by then are for sale again.

${destination(order)}
`,
  }
}

export function orderPaidMail(
  order: OrderFacts,
  { receipt, transactionId, tax }: { receipt: string; transactionId: string | null; tax: string | null },
): MailText {
  return {
    subject: `Order ${order.number}, receipt ${receipt}: ${order.product}`,
    text: `${greeting(order)}

we have received your payment${transactionId === null ? ' at the counter' : ` (${transactionId})`}:

${describeLines(order)}${tax === null ? '' : `\n${tax}`}

Your receipt goes with this mail. It is also here, to be read and printed:
${order.orderLink}

${destination(order)} ${order.isPickup ? 'We write again when they are ready.' : 'We write again when they are on their way.'}
`,
  }
}

export function orderShiftedMail(order: OrderFacts): MailText {
  return {
    subject: `Order ${order.number} is ${order.isPickup ? 'ready' : 'on its way'}: ${order.product}`,
    text: `${greeting(order)}

${order.isPickup ? 'these parts are ready to be picked up' : `these parts are on their way to ${order.address}, ${order.location}`}:

${describeLines(order)}

Order ${order.number}:
${order.orderLink}
`,
  }
}

export function orderRefundedMail(
  order: OrderFacts,
  refund: { amount: string; parts: string[]; reason: string | null; atCounter: boolean },
): MailText {
  const parts = refund.parts.length > 0 ? `\n\nIt is for:\n${refund.parts.join('\n')}` : ''
  const way = refund.atCounter
    ? 'at the counter.'
    : 'the way it was paid. A bank may take a few days to show it.'
  const reason = refund.reason ? `\n\nThe reason: ${refund.reason}` : ''
  return {
    subject: `Order ${order.number}, refund of ${refund.amount}: ${order.product}`,
    text: `${greeting(order)}

${refund.amount} of your payment goes back to you ${way} Your receipt, as it is now, goes with this mail.${parts}${reason}

Order ${order.number}:
${order.orderLink}
`,
  }
}

/** After a refund has failed at the buyer's bank. */
export function orderRefundReturnedMail(order: OrderFacts, amount: string): MailText {
  return {
    subject: `Order ${order.number}, your refund of ${amount} came back: ${order.product}`,
    text: `${greeting(order)}

your bank has sent our refund of ${amount} back to us, perhaps because the card is closed: please write to us at ${order.store}, by answering this mail, so that we can send it another way.

Order ${order.number}:
${order.orderLink}
`,
  }
}

export function orderExpiredMail(order: OrderFacts): MailText {
  return {
    subject: `Order ${order.number} has expired: ${order.product}`,
    text: `${greeting(order)}

this order was not paid in time, and its parts are for sale again. Nothing was charged.

${describeLines(order)}

If you still want them, order again:
${order.orderAgainLink}
`,
  }
}

function destination({ isPickup, address, location }: OrderFacts): string {
  return isPickup ? 'You pick the parts up at the shop.' : `The parts go to ${address}, ${location}.`
}

function greeting({ name }: OrderFacts): string {
  return name ? `Hello ${name},` : 'Hello,'
}

function describeLines({ number, lines, total }: OrderFacts): string {
  const rows = lines.map(({ quantity, name, unitPrice }) => `${quantity} × ${name} at ${unitPrice}\n`)
  return `Order ${number}\n${rows.join('')}Total: ${total}`
}
