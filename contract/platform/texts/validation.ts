/** Errors of invalid input, most of them beside form fields. Texts that the specification quotes must not change. */
export const validationTexts = {
  invalid: 'Invalid input',
  emailRequired: 'Email is Required',
  emailInvalid: 'Provide a valid Email',
  passwordRequired: 'Password is Required',
  passwordShort: 'Must be 6 characters or longer',
  nameRequired: 'Name is Required',
  quantityMissing: 'Please input Your Quantity',
  aboveAvailable: 'Order Quantitiy can not bigger than available quantity',
  belowMinimum: 'Order Quantity can not smaller than minimum order',
  addressRequired: 'Address is required',
  phoneRequired: 'Phone is required',
  phoneInvalid: 'Use digits, spaces and +',
  phoneWithoutCountry: 'Start with + and the country code, such as +1 555 014 7731',
  codeRequired: 'Code is required',
  codeInvalid: 'Use the six digits of the code',
  recoveryCodeInvalid: 'This is not a recovery code',
  locationRequired: 'Location is required',
  productNameRequired: 'Product name is required',
  oneLine: 'Use one line, without tabs and control characters',
  priceRequired: 'Price is required',
  priceInvalid: 'Price must be a positive amount, such as 12.50',
  priceTooHigh: (most: string) => `Price can be at most ${most}`,
  totalTooSmall: (least: string) => `An order that is paid by card comes to ${least} at least.`,
  totalTooLarge: (most: string) => `An order comes to ${most} at most.`,
  priceStep: (step: number, currency: string) =>
    `Price must be a multiple of ${step} ${currency.toUpperCase()}`,
  refundAmountRequired: 'Amount is required',
  refundAmountInvalid: 'Amount must be positive, such as 12.50',
  refundWithoutCards:
    'This order was paid by card, and the shop takes no cards now. Give it back in the provider’s dashboard, or start the store with cards.',
  refundStep: (step: number, currency: string) =>
    `Amount must be a multiple of ${step} ${currency.toUpperCase()}`,
  refundSeenRequired: 'refunded is what you saw as refunded before',
  positionRequired: 'Position of the line is required',
  linesRequired: 'Name at least one line',
  linesTooMany: 'Use at most 100 lines',
  linesOrAmount: 'Name lines, or an amount and pieces, not both',
  piecesRequired: 'How many pieces come back is required',
  minimumOrderRequired: 'Minimum order is required',
  availableQuantityRequired: 'Available quantity is required',
  notNumber: 'This is not a number, such as 12.50',
  notNumberLike: (example: string) => `This is not a number, such as ${example}`,
  tooManyDecimals: (most: number) => `Use at most ${decimalsText(most)}`,
  ambiguousAmount: (typed: string, { grouped, split, decimals }: AmountReadings) =>
    `${typed} can mean ${grouped} or ${split}. Leave out the separator of thousands, or type ${decimalsText(decimals)}.`,
  notWholeNumber: 'This is not a whole number, such as 12',
  wholeNumber: 'Use a whole number',
  numberTooHigh: 'Use a whole number, at most 2,147,483,647',
  numberTooLow: 'Use a whole number, at least -2,147,483,647',
  atLeastOne: 'Must be 1 or more',
  notNegative: 'Must be 0 or more',
  stockTwice: 'Add pieces or set a number, not both',
  stockTooSmall: (available: number) =>
    `At most ${available} ${available === 1 ? 'piece' : 'pieces'} can be taken away`,
  stockTooLarge: 'That is more than 2,147,483,647 pieces',
  imagesTooMany: 'Use at most 12 pictures',
  imageRequired: 'Image address is required',
  imageInvalid: 'Use an http or https address, or a path of this store',
  pictureInvalid: 'Use an http or https address of a picture, without a user name in it',
  reviewNameRequired: 'Name is required',
  descriptionRequired: 'Description is required',
  ratingRange: 'Rating must be from 1 to 5',
  linkInvalid: 'Use an http or https address',
  trueOrFalse: 'Use true or false',
  priceBound: 'Use an amount, such as 12.50',
  pricesCrossed: 'The lowest price is above the highest',
  tooManyValues: (most: number) => `Use at most ${most} values`,
  page: 'page is a whole number from 1 on',
  pageOutOfReach:
    'This page has no number, or is asked for together with after: go on with the cursor of a page',
  cursorInvalid: 'after is not the next page of this list',
} as const

/** An amount as text, with its separator read as one of thousands, and as that of decimals. */
type AmountReadings = { grouped: string; split: string; decimals: number }

export function tooLong(limit: number): string {
  return `Use at most ${limit.toLocaleString('en-US')} characters`
}

function decimalsText(decimals: number): string {
  return `${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}`
}
