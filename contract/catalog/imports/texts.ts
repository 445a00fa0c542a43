import type {
  FileError,
  ImportDelimiter,
  ImportEncoding,
  ImportReport,
  ImportState,
} from './import-states.ts'
import { counted } from './page-texts.ts'

const unreadable: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'you may not read it',
  EISDIR: 'it is a folder',
}

const unwritable: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'you may not write there',
  EROFS: 'you may not write there',
  EISDIR: 'it is a folder',
  ENXIO: 'it is no ordinary file',
  ENOSPC: 'the disk is full',
}

/** Of more unknown columns only the number is shown. */
export const SHOWN_COLUMNS = 20
const SHOWN_TYPES = 5

export const importTexts = {
  fileNameRequired: 'The name of the file is required',
  fileEmpty: 'This file is empty',
  /** Shown on the command line; `code` is the system's error code. */
  fileUnreadable: (file: string, code: string) =>
    `${file} cannot be read: ${unreadable[code] ?? (code || 'the reason is unknown')}.`,
  fileUnwritable: (file: string, code: string) =>
    `${file} cannot be written: ${unwritable[code] ?? (code || 'the reason is unknown')}.`,
  fileTooLarge: (megabytes: number) => `A file may have at most ${megabytes.toLocaleString('en-US')} MB`,
  offsetInvalid: 'offset is the number of bytes received so far',
  pieceLength: 'Every piece but the last has 262,144 bytes',

  idInvalid: 'Use the _id of a part, or leave it empty',
  idUnknown: 'No part on sale has this _id',
  numberAmbiguous: (parts: string) =>
    `${parts} parts on sale have this number. Name the _id of the one that is meant`,
  numberContested:
    'Several rows write the number of this part, each in another way. Write the number of the part, or name its _id',
  spoilt:
    'A spreadsheet has put this in the place of another text. Format the column as text before it is filled, or write ="…" around the text',
  separatorUnclear: (whole: string, fraction: string) =>
    `Is this ${whole} or ${fraction}? A separator before exactly three digits can mean either: write ${whole} or ${fraction}`,
  sameAsRow: (row: string) => `The same part is in row ${row} already`,
  requiredForNew: 'A new part needs this column',
  cellCount: (cells: number, columns: number) =>
    `This row has ${cells === 1 ? '1 cell' : `${cells.toLocaleString('en-US')} cells`}, the first row ${columns}`,
  quoteUnclear:
    'Does the quotation mark of this row begin a text of several lines? The lines after it look like rows, and are read so. Write a text in marks, with two for one of its own: "12"" rim"',
  categoryInvalid: (categories: readonly string[]) => `Use one of ${categories.join(', ')}`,
  oneOf: (values: readonly string[]) => `Use one of ${values.join(', ')}`,
  typeUnknown: (type: string, nearest: string | undefined) =>
    `“${type}” is no part type.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
  columnUnknown: (name: string, nearest: string) => `${name} (did you mean ${nearest}?)`,
  typeAmbiguous: (type: string, keys: readonly string[]) =>
    `“${type}” may be several part types: use one of ${keys.slice(0, SHOWN_TYPES).join(', ')}`,
  attributesForm: 'Write key=value with semicolons between, such as diameter=280; axle=front',
  noAttribute: (key: string, nearest: string | undefined) =>
    `“${key}” is no attribute.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
  attributeTwice: (key: string) => `The row gives ${key} twice, with different values`,
  inAttribute: (key: string, message: string) => `${key}: ${message}`,
  attributeUnknown: 'There is no such attribute any more',
  subcategoryOf: (category: string) => `This subcategory is in the category ${category}`,
  decimalComma: 'Use a point for decimals, such as 12.50, or a file whose columns are parted by semicolons',
  textInvalid: 'Text must not contain NUL',

  faults: {
    encoding:
      'This file is not UTF-8 from here on. Save it as “CSV UTF-8” and send it again, or choose its encoding.',
    utf16: 'This file is UTF-16. Save it as “CSV UTF-8” and send it again.',
    archive: 'This is a spreadsheet or an archive. Save it as “CSV UTF-8” and send that.',
    header:
      'The first row names no column of parts. It takes _id, productName, price and their like. Or choose by what the columns are separated.',
    noRows: 'This file has no parts: no row follows the one that names the columns.',
    columnTwice: 'This column is there twice.',
    tooManyColumns: 'This file has more than a hundred columns.',
    quotes:
      'A quote is misplaced: a cell that holds quotes begins and ends with one, and doubles those inside.',
    rowTooLong: 'This row has more than 256 kB.',
  } satisfies Record<FileError['code'], string>,
  rowNumber: (row: number) => `Row ${row.toLocaleString('en-US')}`,
  phases: {
    read: 'Reading the file',
    compare: 'Comparing it with the parts on sale',
    write: 'Writing',
    undo: 'Undoing',
  },
  console: {
    receiving: 'waits for the rest of the file.',
    checking: 'waits to be compared.',
    checked: 'compared; nothing is written yet.',
    applying: 'waits to be written: run the same command again.',
    applied: 'applied.',
    undoing: 'waits to be undone: run the same command again.',
    undone: 'undone; the catalogue is as before.',
    refused: 'refused; nothing is written.',
    discarded: 'given up.',
  } satisfies Record<ImportState, string>,
  goneSince: 'This was deleted after the file was read. Give the file again.',
  undoneInPart: 'undone, as far as it can be.',
  leftOut: (parts: number) =>
    `${parts === 1 ? '1 part did' : `${parts.toLocaleString('en-US')} parts did`} not get everything back: a type, category or value that it had was deleted since.`,
  madeAnew:
    'Parts have changed since the file was compared, so nothing was written. This is a new comparison.',
  endedEarly: (reason: string) => `The last attempt ended early, and nothing was written. ${reason}`,
  ignored: (columns: readonly string[]) =>
    `Left out, because no column of parts is called so: ${columns.slice(0, SHOWN_COLUMNS).join(', ')}${columns.length > SHOWN_COLUMNS ? ` and ${(columns.length - SHOWN_COLUMNS).toLocaleString('en-US')} more` : ''}`,
  untyped: (parts: number) =>
    `${counted(parts, 'new row has', 'new rows have')} no type: without one a part has no attributes, and no filter by them finds it.`,
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1252': 'Windows-1252 (Western Europe)',
    'windows-1250': 'Windows-1250 (Central Europe)',
    'windows-1251': 'Windows-1251 (Cyrillic)',
    macintosh: 'Mac OS Roman',
  } satisfies Record<ImportEncoding, string>,
  delimiters: {
    ',': 'commas',
    ';': 'semicolons',
    '\t': 'tabs',
    '|': 'vertical bars',
  } satisfies Record<ImportDelimiter, string>,
  readAs: (encoding: string, delimiter: string) =>
    `Read as ${encoding}, with columns separated by ${delimiter}.`,
  moreChanges: (more: number) =>
    `${more.toLocaleString('en-US')} more: the page “Import Parts” lists them all.`,
  moreErrors: 'More errors follow: the page “Import Parts” lists them all.',
  changedSince: (name: string, id: string) =>
    `${name} (${id}) was changed after it was imported, or a choice that it had is gone.`,
} as const

export function faultText({ code, row, name }: FileError): string {
  const place = [row === null ? '' : importTexts.rowNumber(row), name ?? ''].filter(Boolean).join(', ')
  return place ? `${place}: ${importTexts.faults[code]}` : importTexts.faults[code]
}

export function reportText({ rows, newParts, changedParts, unchangedParts, badRows }: ImportReport): string {
  return [
    counted(rows, 'row', 'rows'),
    counted(newParts, 'new part', 'new parts'),
    counted(changedParts, 'part changed', 'parts changed'),
    counted(unchangedParts, 'part as it was', 'parts as they were'),
    counted(badRows, 'row with errors', 'rows with errors'),
  ].join(', ')
}

/** How a file was read; nothing before that is known. */
export function readAsText({
  encoding,
  delimiter,
}: {
  encoding: ImportEncoding | null
  delimiter: ImportDelimiter | null
}): string | undefined {
  if (encoding === null || delimiter === null) return undefined
  return importTexts.readAs(importTexts.encodings[encoding], importTexts.delimiters[delimiter])
}
