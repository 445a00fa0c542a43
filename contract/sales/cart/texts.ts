/** Errors of cart and quote. */
export const cartTexts = {
  partRequired: 'Name a part by its id',
  quantityRequired: 'Quantity is required',
  quantityTooHigh: (most: string) => `A line has at most ${most} units`,
  noLines: 'Name at least one part',
  tooManyLines: (most: number) => `Use at most ${most} lines`,
  versionRequired: 'version is that of the cart that you saw',
} as const
