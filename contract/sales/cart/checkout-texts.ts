/** Checkout: errors of its call. */
export const checkoutTexts = {
  priceRequired: 'price is that of one unit, as you saw it',
  totalRequired: 'total is that of the lines that you saw',
  deliveryRequired: 'Choose how the goods reach you',
  addressRequired: 'Name one address',
  contactRequired: 'Say who collects the goods',
  pickup: 'Pick-up at the shop',
} as const
