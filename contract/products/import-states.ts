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

const importFaultCodes = [
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
export const importFaultSchema = z.object({
  code: z.enum(importFaultCodes),
  /** Counted as in a spreadsheet: the header is row 1. */
  row: z.nullable(z.int()),
  name: z.nullable(z.string()),
})
export type ImportFault = z.infer<typeof importFaultSchema>

export const importReportSchema = z.object({
  rows: z.int(),
  newParts: z.int(),
  changedParts: z.int(),
  unchangedParts: z.int(),
  badRows: z.int(),
})
export type ImportReport = z.infer<typeof importReportSchema>

/** Error codes with which a step of an import may fail. */
export const importFailures = ['being_changed', 'database_unavailable', 'storage_full', 'internal'] as const
export type ImportFailure = (typeof importFailures)[number]
