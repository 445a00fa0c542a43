import { dateFormat } from '../../platform/formats.ts'
import { knownDisputeStatus } from '../payments/dispute-state.ts'
import { disputeStatusText } from '../payments/dispute-texts.ts'

/** The parts of an order in a few words: "Brake disc", "Brake disc and 3 more". */
export function partsText(firstName: string, otherParts: number): string {
  return `${firstName}${moreParts(otherParts)}`
}

/** " and 3 more", or nothing. */
export function moreParts(otherParts: number): string {
  return otherParts === 0 ? '' : ` and ${otherParts} more`
}

/** Units of a part, "2 × Brake disc", or its name where only an amount of it is meant. */
export function unitsOfPart(units: number, { name, count }: { name: string; count: string }): string {
  return units === 0 ? name : `${count} × ${name}`
}

/** The parts of an order on the wire, as `partsText` names them. */
export function orderParts({ productName, lines }: { productName: string; lines: unknown[] }): string {
  return partsText(productName, lines.length - 1)
}

/** Texts of orders, receipts and refunds; those that the specification quotes must not change. */
export const orderTexts = {
  myTitle: 'My Orders',
  manageTitle: 'Manage Orders',
  newestFirst: 'Newest first',
  name: 'Order name',
  productName: 'Product name',
  email: 'Email',
  quantity: 'Quantity',
  phone: 'Phone',
  address: 'Address',
  price: 'Price',
  payment: 'Payment',
  status: 'Status',
  action: 'Action',
  pay: 'Pay',
  delete: 'Delete',
  none: 'No orders yet',
  noneText: 'What you purchase appears here, to be paid and followed.',
  allParts: 'All parts',
  paid: 'paid',
  unpaid: 'unpaid',
  expired: 'expired',
  cancelling: 'closing',
  shifted: 'Shift',
  onItsWay: 'On its way, so it cannot be deleted.',
  expiredText: 'Not paid in time. The parts are for sale again.',
  cancellingText: 'Being removed. Its payment is being cancelled.',
  payOnCollection: 'Pay on collection.',
  left: (time: string) => `${time} left`,
  each: (price: string) => `× ${price}`,
  unitsInParts: (parts: number) => `in ${parts} parts`,
  history: 'History',
  receipt: 'Receipt',
  receiptOf: (number: number, product: string) => `Receipt of order ${number}, ${product}`,
  orderSummary: 'Order sheet',
  orderSummaryOf: (number: number, product: string) => `Order sheet of order ${number}, ${product}`,
  print: 'Print',
  receiptNumber: 'Receipt no.',
  tax: (rate: string) => `Including ${rate} tax`,
  orderNumber: 'Order',
  orderWithNumber: (number: number) => `Order ${number}`,
  placed: 'Placed',
  buyer: 'Buyer',
  delivery: 'Deliver to',
  unitPrice: 'Unit price',
  total: 'Total',
  paidAt: 'Paid',
  notPaid: 'Not paid yet. This sheet is no receipt.',
  removeQuestion: 'You want to remove this order?',
  yesRemove: 'Remove order',
  removed: 'Your order has been deleted!',
  noMatch: 'No orders here',
  noMatchText: 'No order is in this state.',
  allSent: 'Every paid order is on its way.',
  noOrders: 'No orders yet',
  noOrdersText: 'What customers order appears here.',
  orderOf: (number: number, buyer: string, product: string) => `${number}, ${buyer}, order of ${product}`,
  times: '×',
  noneOfBuyer: 'The account of this address has no order in this state.',
  noneWithWords:
    'No order in this state has these words. Names, streets and parts are found by the beginnings of their words, phone numbers by their last digits.',
  allOrders: 'All orders',
  search: 'Search',
  searchLabel: 'Search orders',
  searchWords: 'Name, street, number',
  ordersWith: (words: string) => `Orders with “${words}”`,
  ordersOf: (email: string) => `Orders of ${email}`,
  filterStatus: 'Status',
  filterPaid: 'Payment',
  viewPaid: 'Paid',
  viewUnheld: 'Paid, not held back',
  viewUnpaid: 'Unpaid',
  viewDisputed: 'Disputed',
  viewExpired: 'Expired',
  all: 'All',
  pending: 'Pending',
  statusOf: (number: number, product: string, email: string) =>
    `Status of order ${number}, ${product} for ${email}`,
  shiftQuestion: 'Do you want to shift this order?',
  pendingQuestion: 'Do you want to place the order pending?',
  yesShift: 'Yes, shift it',
  yesPending: 'Yes, pending',
  yesShiftHeld: 'Shift it nevertheless',
  shiftUnpaid: 'This order is not paid yet.',
  statusChanged: (status: string) => `The order is now ${status}.`,
  returnStock: (pieces: number, countText: string) =>
    pieces === 1 ? 'Return 1 piece to stock' : `Return ${countText} pieces to stock`,
  adminRemoved: 'The order has been deleted.',
  refund: 'Refund',
  refunded: 'Refunded',
  refundTitle: 'Refund this order',
  refundToCard: 'Paid by card. The money goes back to the card.',
  refundByHand: 'Paid at the counter. Hand the money over there.',
  refundAmount: 'Amount',
  refundAmountHint: (left: string) => `${left} of the payment is left.`,
  refundPieces: 'Pieces back to stock',
  refundPiecesHint: (left: string) => `Up to ${left}. 0 where nothing comes back.`,
  refundReason: 'Reason',
  refundReasonHint: 'Optional. The buyer reads it on the receipt.',
  yesRefund: 'Give back',
  refundLines: 'Lines',
  refundUnits: 'Units',
  refundUnitsHint: (left: string) => `${left} left`,
  refundLineHint: (left: string) => `${left} left`,
  refundRestock: 'Back to stock',
  refundRest: 'All that is left',
  refundNothing: 'Choose units or an amount of at least one line.',
  refundSum: 'To give back',
  cancel: 'Cancel',
  refundDone: 'The money is on its way back to the buyer.',
  refundAtCounter: 'Written down. Hand the money over at the counter.',
  refundWaits: 'The card provider does not answer. The refund is kept and goes out as soon as it does.',
  refundOf: (price: string) => `${price} refunded`,
  refundRequested: (price: string) => `${price} on its way back`,
  /** `parts` may be empty. */
  refundLine: (parts: string, reason: string | null) =>
    `Refund${parts && ` of ${parts}`}${reason ? `: ${reason}` : ''}`,
  remaining: 'Remaining',
  notes: 'Internal notes',
  notesHint: 'Staff only. Notes stay as they are written.',
  noNotes: 'No notes yet.',
  note: 'Note',
  noteRequired: 'Note is required',
  addNote: 'Add note',
  noteAdded: 'The note is added.',
  noteEmptied: 'Emptied with the account of the buyer.',
  noteByDeleted: 'Deleted account',
  markPaid: 'Mark as paid',
  markPaidQuestion: 'This order was paid on collection?',
  yesMarkPaid: 'Yes, it is paid',
  markedPaid: 'The order is marked as paid.',
} as const

/** A time on receipts and in mails, in the store's time zone, which it names. */
export function storeTimeText(
  at: string | Date,
  { locale, timeZone }: { locale: string; timeZone: string },
): string {
  const time = new Date(at)
  // Intl does not allow `timeZoneName` together with `dateStyle`
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
  const zone = dateFormat(locale, { timeZoneName: 'short', timeZone })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')
  return `${dateFormat(locale, style).format(time)} ${zone?.value ?? timeZone}`
}

export function orderCounts(count: number, toPay: number): string {
  const orders = count === 1 ? '1 order' : `${count} orders`
  return toPay > 0 ? `${orders}, ${toPay} to pay` : orders
}

type HistoryEntry = { field: string; from: string | null; to: string | null }

export function historyText({ field, from, to }: HistoryEntry, toPrice: (amount: number) => string): string {
  if (field === 'status') return from === null ? 'Placed' : `${showStatus(from)} → ${showStatus(to)}`
  if (field === 'dispute') return disputeText(to)
  if (field === 'refunded') return refundText(Number(from), Number(to), toPrice)
  const texts: Record<string, string> = { paid: 'Paid', expired: 'Expired', deleted: 'Deleted' }
  return texts[field] ?? `${field}: ${from ?? '–'} → ${to ?? '–'}`
}

function disputeText(status: string | null): string {
  const known = knownDisputeStatus(status)
  return known ? disputeStatusText(known) : '–'
}

function refundText(before: number, after: number, priceText: (amount: number) => string): string {
  if (after < before) return `A refund failed, ${priceText(after)} refunded in all`
  return before === 0 ? `${priceText(after)} refunded` : `${priceText(after)} refunded in all`
}

/** 'pending' and 'Pending' have the same label. */
function showStatus(status: string | null): string {
  return status === 'pending' ? orderTexts.pending : (status ?? '–')
}

const DAY_MINUTES = 24 * 60

/**
 * The time left: "41 h", "12 min". Rounded to the nearest hour for more than a day, so that the full period is displayed
 * for a while; then rounded down.
 */
export function timeUntil(at: string, now: number): string {
  const minutes = Math.max(1, Math.floor((Date.parse(at) - now) / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = minutes / 60
  return `${minutes > DAY_MINUTES ? Math.round(hours) : Math.floor(hours)} h`
}
