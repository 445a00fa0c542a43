const uploadFaults = {
  empty: 'is empty.',
  tooLarge: 'is too large.',
  wrongType: 'is another kind of file.',
  unreadable: 'is not a picture the store can read.',
} as const
export type UploadFault = keyof typeof uploadFaults

/** Add Product and Manage Product. Texts that the specification quotes must not change. */
export const manageProductTexts = {
  addTitle: 'Add Product',
  manageTitle: 'Manage Product',
  newestFirst: 'Newest first',
  found: (words: string) => `Found for “${words}”`,
  imgHint: 'An http or https address, or a picture uploaded below.',
  upload: 'Upload a picture',
  uploadHint: 'JPEG, PNG, WebP, AVIF or GIF, at most 20 MB. Its address fills the field above.',
  uploadRefused: (file: string, fault: UploadFault) =>
    `“${file}” ${uploadFaults[fault]} “Upload a picture” takes JPEG, PNG, WebP, AVIF or GIF, at most 20 MB.`,
  uploaded: 'The picture is uploaded.',
  preview: 'Preview of the picture',
  optional: 'Optional',
  add: 'Add Product',
  added: 'Successfully Added Product!',
  search: 'Search',
  searchLabel: 'Search these parts',
  searchWords: 'Name or part number',
  allCategories: 'All categories',
  edit: 'Edit',
  delete: 'Delete',
  editTitle: 'Edit part',
  addQuantity: 'Add pieces',
  addQuantityHint: (available: number, countText: string) =>
    `${available === 1 ? '1 piece is' : `${countText} pieces are`} in stock. A number below zero takes some away.`,
  save: 'Save',
  cancel: 'Cancel',
  saved: 'The part is saved.',
  deleteQuestion: 'You want to delete this product?',
  yesDelete: 'Delete product',
  deleted: 'Your Product has been deleted!',
  none: 'No parts yet',
  noneText: 'Add the first one; it appears on the home page at once.',
  nothingFound: 'Nothing found',
  nothingFoundText: 'No part here matches these words.',
  allParts: 'All parts',
} as const
