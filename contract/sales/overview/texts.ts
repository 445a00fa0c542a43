import type { MissingItem } from './overview.ts'

export const overviewTexts = {
  title: 'Overview',
  storeTime: (period: string) => `${period}, store time`,
  storageLow: (megabytes: string) =>
    `Only ${megabytes} MB are free in the store’s data folder (DATA_DIR). Once it is full, the store takes no pictures and, with the embedded database, no orders: free some space, or move it to a larger disk.`,
  sales: 'Sales per day',
  salesOf: (total: string, orders: number, countText: string) =>
    `${total} from ${orders === 1 ? '1 paid order' : `${countText} paid orders`}. Today is still open.`,
  noSales: 'No sales in these two weeks.',
  asTable: 'As a table',
  day: 'Day',
  orders: 'Orders',
  total: 'Sales',
  status: 'Orders by status',
  statusText: 'All orders but deleted ones',
  pendingUnpaid: 'Pending, unpaid',
  pendingPaid: 'Pending, paid',
  shifted: 'Shift',
  expired: 'Expired',
  noOrders: 'No orders yet.',
  lowStock: 'Low stock',
  lowStockText: 'Ten pieces or fewer, the lowest first',
  noLowStock: 'There are more than ten of every part.',
  out: 'Out',
  belowMinimum: (min: string) => `below minimum ${min}`,
  reviews: 'Newest reviews',
  allReviews: 'All reviews',
  noReviews: 'No reviews yet.',
  estimates: 'Newest estimate requests',
  allEstimates: 'All requests',
  noEstimates: 'No estimate requests yet.',
  anyPart: 'Nothing particular',
  orphaned: 'Orphaned payments',
  orphanedText: 'Payments for an order already paid, deleted or expired. The store refunds them by itself.',
  ledger: 'Ledger',
  compared: 'Compared with the card provider on',
  comparedPayments: (count: number) => (count === 1 ? 'payment.' : 'payments.'),
  ledgersAgree: 'The ledgers agree.',
  ledgersDiffer: 'They differ here:',
  differences: {
    charge: 'Payment',
    refund: 'Refund',
    dispute: 'Dispute',
    misplaced: 'Payment entered for another order',
    unpaid: 'Order called paid, without a payment of its own',
    refunded: 'All refunds of the order, with those asked for',
    unknown: 'Payment that the store does not know',
  },
  alsoNamed: 'also named:',
  inStore: 'In the store',
  atProvider: 'At the provider',
  transaction: 'Transaction',
  order: 'Order',
  amount: 'Amount',
  arrived: 'Arrived',
  refund: 'Refund',
  refunded: 'refunded',
  refunding: 'being refunded',
} as const

export const waitingTexts = {
  title: 'To do now',
  names: {
    toSend: 'To send',
    unpaid: 'Unpaid',
    disputes: 'Disputes',
    estimates: 'Estimates',
    lowStock: 'Low stock',
    failedMails: 'Failed mails',
    failedJobs: 'Failed jobs',
  },
  none: {
    toSend: 'All paid orders are sent',
    unpaid: 'No order waits for its payment',
    disputes: 'No open dispute',
    estimates: 'No request',
    lowStock: 'More than ten of every part',
    failedMails: 'All mails are sent',
    failedJobs: 'All jobs are done',
  },
  /** Where no time is known. */
  some: {
    toSend: 'Paid and not sent',
    unpaid: 'Not paid yet',
    disputes: 'With the bank',
    estimates: 'Not answered yet',
    lowStock: 'Ten pieces or fewer',
    failedMails: 'Not sent',
    failedJobs: 'Not done',
  },
  oldest: 'Oldest:',
  nextEnds: 'Next one ends',
  answerEnds: 'Answer due',
} as const

type MissingText = { title: string; text: string; button?: string }

export const missingTexts: {
  title: string
  stillNeeds: (count: number, countText: string) => string
  items: Record<MissingItem, MissingText>
} = {
  title: 'Set up your shop',
  stillNeeds: (count: number, countText: string) =>
    count === 1 ? 'One thing is missing.' : `${countText} things are missing.`,
  items: {
    name: { title: 'Name', text: 'The shop still has the name of this software.', button: 'Name it' },
    address: { title: 'Address', text: 'Below every page and on receipts.', button: 'Add the address' },
    phone: { title: 'Phone', text: 'Without one there is no phone button.', button: 'Add the number' },
    tax: {
      title: 'Tax rate',
      text: 'That all prices include. Save 0 if there is none: receipts then name none.',
      button: 'Set the rate',
    },
    hours: { title: 'Hours', text: 'When the counter is open.', button: 'Fill in hours' },
    parts: {
      title: 'Parts',
      text: 'Nothing is on sale yet. Import your wholesaler’s file, or add parts one by one.',
      button: 'Import parts',
    },
    pictures: {
      title: 'Pictures',
      text: 'All parts have drawings. Upload photographs of what you sell.',
      button: 'Edit parts',
    },
    payments: {
      title: 'Payments',
      text: 'The Stripe keys are test keys: no card is charged. Set live keys and start the store again.',
      button: 'Stripe’s keys',
    },
    mail: {
      title: 'Mail',
      text: 'Buyers get no mail about their orders. Set SMTP_URL and MAIL_FROM, and start the store again.',
    },
    secondAdmin: {
      title: 'A second admin',
      text: 'You are the only one: nobody else can help if you lose your account.',
      button: 'Make an admin',
    },
  },
}

type Sentence = {
  period: string
  total: string
  highest: { total: string; day: string }
  lowest: { total: string; day: string }
  today: string
}

/** The chart's text alternative; `lowest` does not count today. */
export function salesSentence({ period, total, highest, lowest, today }: Sentence): string {
  return `Sales per day, ${period}: ${total} in all, highest ${highest.total} on ${highest.day}, lowest ${lowest.total} on ${lowest.day}, ${today} so far today`
}
