import * as z from 'zod/mini'

/** Files are uploaded in chunks of this size; the last one may be smaller. */
export const CHUNK_BYTES = 262_144

/** The states of an import; decision 21 describes the transitions. */
export const importStates = [
  'receiving',
  'checking',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
  'refused',
  'discarded',
] as const
export type ImportState = (typeof importStates)[number]

export const unfinishedImportStates = [
  'receiving',
  'checking',
  'checked',
  'applying',
  'undoing',
] as const satisfies ImportState[]

/** In which a file may be written; the first four are recognised. */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'macintosh',
] as const
export type ImportEncoding = (typeof importEncodings)[number]

export const importDelimiters = [',', ';', '\t', '|'] as const
export type ImportDelimiter = (typeof importDelimiters)[number]

/** How to read a file, where its own signs are not to decide. */
export type ImportChoice = {
  encoding?: ImportEncoding | undefined
  delimiter?: ImportDelimiter | undefined
}

/** `utf16`, `tooManyColumns` and `quotes` are errors of files that were refused by earlier versions. */
const fileErrorCodes = [
  'encoding',
  'utf16',
  'archive',
  'header',
  'noRows',
  'columnTwice',
  'tooManyColumns',
  'quotes',
  'rowTooLong',
] as const
export const fileErrorSchema = z.object({
  code: z.enum(fileErrorCodes),
  /** Counted from 1 as in a spreadsheet, with the header and empty rows. */
  row: z.nullable(z.int()),
  /** The name of the column. */
  name: z.nullable(z.string()),
})
export type FileError = z.infer<typeof fileErrorSchema>

export const importReportSchema = z.object({
  rows: z.int(),
  newParts: z.int(),
  changedParts: z.int(),
  unchangedParts: z.int(),
  badRows: z.int(),
  /** New parts without a part type; left out where there are none. */
  untypedParts: z.optional(z.int()),
})
export type ImportReport = z.infer<typeof importReportSchema>

/** The stored error codes of a failed step; any other code is stored as `internal`. */
export const importFailures = ['being_changed', 'database_unavailable', 'storage_full', 'internal'] as const
export type ImportFailure = (typeof importFailures)[number]
