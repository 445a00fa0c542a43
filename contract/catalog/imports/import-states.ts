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
})
export type ImportReport = z.infer<typeof importReportSchema>

/** The stored error codes of a failed step; any other code is stored as `internal`. */
export const importFailures = ['being_changed', 'database_unavailable', 'storage_full', 'internal'] as const
export type ImportFailure = (typeof importFailures)[number]
