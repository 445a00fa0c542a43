import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { idParams, pageFields, requiredText, timeSchema } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import {
  CHUNK_BYTES,
  fileErrorSchema,
  importDelimiters,
  importEncodings,
  importFailures,
  importReportSchema,
  importStates,
} from './import-states.ts'
import { importTexts as texts } from './texts.ts'

export const importSchema = z.object({
  _id: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  received: z.int(),
  /** The digest of the received chunks (`chainDigest`). */
  digest: z.string(),
  state: z.enum(importStates),
  /** Whether an instance works on it. If none does, a state such as `applying` was interrupted. */
  isWorking: z.boolean(),
  /** Why the last step failed; the same call resumes an unfinished step. */
  failure: z.nullable(z.enum(importFailures)),
  progress: z.nullable(z.object({ done: z.int(), total: z.int() })),
  fault: z.nullable(fileErrorSchema),
  ignoredColumns: z.array(z.string()),
  /** Null until the file shows it. */
  encoding: z.nullable(z.enum(importEncodings)),
  delimiter: z.nullable(z.enum(importDelimiters)),
  /** The number of the comparison that the report describes; `applyImport` requires it. */
  checkNumber: z.int(),
  /** The catalogue had changed since the comparison that was to be applied: nothing was, and this is a new one. */
  madeAnew: z.boolean(),
  report: z.nullable(importReportSchema),
  /** The first of the parts that changed after the import, so that it could not be undone. */
  conflicts: z.array(z.object({ row: z.int(), _id: z.string(), productName: z.string() })),
  /** Parts that its undo left without a type, category or value that was deleted since. */
  leftOut: z.int(),
  canUndo: z.boolean(),
  createdAt: timeSchema,
  appliedAt: z.nullable(timeSchema),
  undoneAt: z.nullable(timeSchema),
})
export type Import = z.infer<typeof importSchema>

const shownValue = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
export const importChangeSchema = z.object({
  row: z.int(),
  _id: z.string(),
  productName: z.string(),
  isNew: z.boolean(),
  /** `field` is a column of the file, such as `price` or `attr:diameter`. */
  fields: z.array(z.object({ field: z.string(), before: shownValue, after: shownValue })),
})
export type ImportChange = z.infer<typeof importChangeSchema>

export const importErrorSchema = z.object({
  row: z.int(),
  column: z.nullable(z.string()),
  value: z.nullable(z.string()),
  message: z.string(),
})
export type ImportError = z.infer<typeof importErrorSchema>

export const startImport = defineEndpoint({
  ...routes.startImport,
  summary: 'Create an import of a CSV file, whose chunks are uploaded next',
  access: { permission: 'imports.run' },
  body: z.object({
    fileName: requiredText(200, texts.fileNameRequired),
    bytes: z.int().check(z.minimum(1, texts.fileEmpty)),
    encoding: z.optional(z.enum(importEncodings)),
    delimiter: z.optional(z.enum(importDelimiters)),
  }),
  response: importSchema,
  status: 201,
})

export const listImports = defineEndpoint({
  ...routes.listImports,
  summary: 'Imports, newest first',
  access: { permission: 'imports.run' },
  query: z.object({ ...pageFields(20), unfinished: z.optional(z.enum(['true', 'false'])) }),
  response: z.array(importSchema),
})

export const getImport = defineEndpoint({
  ...routes.getImport,
  summary: 'The state of an import',
  access: { permission: 'imports.run' },
  params: idParams,
  response: importSchema,
})

const offset = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, texts.offsetInvalid)),
  z.pipe(z.transform(Number), z.int()),
)

export const sendPiece = defineEndpoint({
  ...routes.sendPiece,
  summary:
    'Upload the next chunk of the file, at the offset `received`; any other offset gets `import_offset`',
  access: { permission: 'imports.run' },
  params: idParams,
  query: z.object({ offset: z.union([z.int(), offset]) }),
  rawBody: { types: ['text/csv'], limit: CHUNK_BYTES },
  response: importSchema,
  errors: ['import_not_ready', 'import_offset', 'import_busy'],
})

export const checkImport = defineEndpoint({
  ...routes.checkImport,
  summary: 'Start comparing the file with the parts on sale, which changes no part',
  access: { permission: 'imports.run' },
  params: idParams,
  response: importSchema,
  errors: ['import_not_ready', 'import_busy'],
})

export const listImportChanges = defineEndpoint({
  ...routes.listImportChanges,
  summary: 'The changes of an import by row: new parts, and changed fields',
  access: { permission: 'imports.run' },
  params: idParams,
  query: z.object(pageFields(50)),
  response: z.array(importChangeSchema),
})

export const listImportErrors = defineEndpoint({
  ...routes.listImportErrors,
  summary: 'The errors of a file by row and column',
  access: { permission: 'imports.run' },
  params: idParams,
  query: z.object(pageFields(50)),
  response: z.array(importErrorSchema),
})

const csvFile = z.file().check(z.mime(['text/csv; charset=utf-8']))

export const getImportErrors = defineEndpoint({
  ...routes.getImportErrors,
  summary: 'The errors of a file, in CSV',
  access: { permission: 'imports.run' },
  params: idParams,
  response: csvFile,
})

export const applyImport = defineEndpoint({
  ...routes.applyImport,
  summary: 'Start applying the compared changes, in one transaction',
  access: { permission: 'imports.run' },
  params: idParams,
  body: z.object({ checkNumber: z.int() }),
  response: importSchema,
  errors: ['import_not_ready', 'import_outdated', 'import_busy'],
})

export const undoImport = defineEndpoint({
  ...routes.undoImport,
  summary: 'Start undoing the last applied import',
  access: { permission: 'imports.run' },
  params: idParams,
  response: importSchema,
  errors: ['import_not_ready', 'import_not_last', 'import_busy'],
})

export const discardImport = defineEndpoint({
  ...routes.discardImport,
  summary: 'Discard an import that was never applied',
  access: { permission: 'imports.run' },
  params: idParams,
  response: importSchema,
  errors: ['import_not_ready', 'import_busy'],
})

export const exportProducts = defineEndpoint({
  ...routes.exportProducts,
  summary: 'A CSV file of all parts on sale, which can be imported again; formulas are escaped',
  access: { permission: 'imports.run' },
  response: csvFile,
})

/** SHA-256, in hex, of the previous digest and this chunk: identifies a file up to the end of the chunk. */
export async function chainDigest(before: string, chunk: Uint8Array): Promise<string> {
  const head = new TextEncoder().encode(before)
  const bytes = new Uint8Array(head.length + chunk.length)
  bytes.set(head)
  bytes.set(chunk, head.length)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
