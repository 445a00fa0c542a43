/** Paying for an order. Quoted texts of the owner's specification stay to the letter. */
export const paymentTexts = {
  title: 'Payment',
  hello: (name: string) => `Hello, ${name}`,
  pleasePay: 'Please pay',
  payFor: 'for',
  amount: 'Amount to pay',
  amountPaid: 'Amount paid',
  total: 'Total',
  order: 'Order',
  price: 'Price',
  quantity: 'Quantity',
  card: 'Card',
  pay: 'Pay',
  loadingCard: 'Loading the card form',
  preparing: 'Preparing the payment',
  formFailed: 'The card form did not load.',
  demoCards: 'Test cards, with any date to come and any code',
  demoControl: 'Make the card provider slow, failing or forgetful',
  success: 'Your Payment is Successfull',
  transaction: 'Transaction id',
  myOrders: 'My Orders',
  confirming: 'Confirming your payment',
  answerLost:
    'The connection to the card provider was lost. Please press Pay again: what went through is not charged twice.',
  unconfirmed: 'Your payment went through. The store has not confirmed it yet; it will, also without you.',
  paid: 'This order is paid.',
  expired: 'This order has expired. It was not paid in time, and its parts are back on the shelf.',
  closing: 'This order is being removed, so it cannot be paid.',
  onCollection: 'Payment is on collection, at the counter.',
  orderAgain: 'Order again',
} as const

/** What the sandbox's cards do, for the people who try the demo. */
export const demoCards = [
  { number: '4242 4242 4242 4242', outcome: 'is accepted' },
  { number: '4000 0000 0000 0002', outcome: 'is declined' },
  { number: '4000 0025 0000 3155', outcome: 'asks your bank first' },
] as const
