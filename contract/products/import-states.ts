import * as z from 'zod/mini'

/** A file travels in pieces of this many bytes, all but the last. */
export const PIECE_BYTES = 262_144

/** Where an import stands; record 21 has the moves. */
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

/** In these an import waits for somebody, or for a step to end. */
export const unfinishedImportStates = [
  'receiving',
  'checking',
  'checked',
  'applying',
  'undoing',
] as const satisfies ImportState[]

/** Why a file cannot be read at all. */
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
  /** As a spreadsheet counts: the header is row 1. */
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

/** Why a step of an import may end before it is done, as error codes of the store. */
export const importFailures = ['being_changed', 'database_unavailable', 'storage_full', 'internal'] as const
export type ImportFailure = (typeof importFailures)[number]
