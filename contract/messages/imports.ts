/** Import and export of parts: what the calls, the page and the console say. */
export const importTexts = {
  fileNameRequired: 'The name of the file is required',
  fileEmpty: 'This file is empty',
  fileTooLarge: (megabytes: number) => `A file may have at most ${megabytes.toLocaleString('en-US')} MB`,
  offsetInvalid: 'offset is the number of bytes received so far',
  pieceLength: 'Every piece but the last has 1,048,576 bytes',

  // what is wrong with a cell
  idInvalid: 'Use the _id of a part, or leave it empty',
  idUnknown: 'No part on sale has this _id',
  numberAmbiguous: (parts: string) =>
    `${parts} parts on sale have this number. Name the _id of the one that is meant`,
  sameAsRow: (row: string) => `The same part is in row ${row} already`,
  requiredForNew: 'A new part needs this column',
  cellCount: (cells: number, columns: number) =>
    `This row has ${cells === 1 ? '1 cell' : `${cells.toLocaleString('en-US')} cells`}, the first row ${columns}`,
  categoryInvalid: (categories: readonly string[]) => `Use one of ${categories.join(', ')}`,
  decimalComma: 'Use a point for decimals, such as 12.50, or a file whose columns are parted by semicolons',
  textInvalid: 'Text must not contain NUL',
} as const
