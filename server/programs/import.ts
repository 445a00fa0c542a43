import { parseArgs } from 'node:util'
import {
  type ImportChoice,
  type ImportDelimiter,
  importDelimiters,
  importEncodings,
} from '#contract/catalog/imports/import-states.ts'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { describeImport } from '../catalog/imports/describe.ts'
import {
  applyFile,
  type FileImport,
  type ImportPhase,
  importFile,
  runStep,
} from '../catalog/imports/from-file.ts'
import { findLastApplied, listImportChanges, listImportErrors } from '../catalog/imports/imports.ts'
import { requestUndo } from '../catalog/imports/work.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { runCommand, type Store } from './command.ts'
import { createProgressLine } from './progress-line.ts'

const DELIMITERS: Record<string, ImportDelimiter> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }
const USAGE = `Usage: npm run import -- FILE [--apply] [--encoding ENCODING] [--delimiter DELIMITER]
       npm run import -- --undo
ENCODING is one of ${importEncodings.join(', ')}; DELIMITER one of ${Object.keys(DELIMITERS).join(', ')}`
const MAX_ERRORS = 20
const MAX_CHANGES = 20

type Arguments = { undo: true } | { file: string; apply: boolean; choice: ImportChoice }

const OPTIONS = {
  apply: { type: 'boolean', default: false },
  undo: { type: 'boolean', default: false },
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
} as const

function readArguments(words: string[]): Arguments {
  const { values, positionals } = parseWords(words)
  const [file, ...rest] = positionals
  const encoding = importEncodings.find((one) => one === values.encoding?.toLowerCase())
  const delimiter =
    DELIMITERS[values.delimiter ?? ''] ?? importDelimiters.find((one) => one === values.delimiter)
  const isUnknown = (values.encoding && !encoding) || (values.delimiter && !delimiter)
  if (isUnknown || rest.length > 0 || values.undo === (file !== undefined)) throw new ConfigError(USAGE)
  if (file !== undefined) return { file, apply: values.apply, choice: { encoding, delimiter } }
  if (values.apply || encoding || delimiter) throw new ConfigError(USAGE)
  return { undo: true }
}

function parseWords(words: string[]) {
  try {
    return parseArgs({ args: words, options: OPTIONS, allowPositionals: true })
  } catch (cause) {
    throw new ConfigError(USAGE, { cause })
  }
}

/** `npm run import -- FILE [--apply]` and `-- --undo`: what the import page of the dashboard does. Exit code 1 if a row has an error or if reading, applying or undoing fails. */
async function importParts({ db, config }: Store, args: Arguments): Promise<string> {
  const progress = createPhaseProgress(process.stdout)
  const options: FileImport = {
    actorId: null,
    at: new Date(),
    currency: config.currency,
    maxMegabytes: config.limits.importMegabytes,
    onProgress: progress.show,
  }
  try {
    return await ('undo' in args ? undoLast(db, options) : checkAndApply(db, args, options))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new ConfigError(error.message === error.code ? errorTexts[error.code] : error.message)
  } finally {
    progress.end()
  }
}

/** Each phase has a progress line of its own below its name. */
function createPhaseProgress(output: NodeJS.WriteStream) {
  let line = createProgressLine(output)
  let current: ImportPhase | undefined
  return {
    show(phase: ImportPhase, done: number, total: number) {
      if (phase !== current) {
        line.end()
        line = createProgressLine(output)
        current = phase
        output.write(`${texts.phases[phase]} …\n`)
      }
      line.show(done, total)
    },
    end: () => line.end(),
  }
}

type Db = Store['db']

async function checkAndApply(
  db: Db,
  { file, apply, choice }: Exclude<Arguments, { undo: true }>,
  options: FileImport,
): Promise<string> {
  const checked = await importFile(db, file, { ...options, choice })
  const { report } = checked
  const hasChanges = report !== null && report.newParts + report.changedParts > 0
  const result = apply && hasChanges ? await applyFile(db, checked, options) : checked
  const isDone = apply && hasChanges ? result.state === 'applied' : report !== null
  if (!isDone || (result.report?.badRows ?? 0) > 0) process.exitCode = 1
  const { items: errors, next } = await listImportErrors(db, { id: result._id, limit: MAX_ERRORS })
  const { currency } = options
  const changesOf = async (isNew: boolean) =>
    result.state === 'checked'
      ? (await listImportChanges(db, { id: result._id, currency, isNew, limit: MAX_CHANGES })).items
      : []
  const changed = await changesOf(false)
  const fresh = await changesOf(true)
  return describeImport(result, { errors, hasMore: next !== null, changed, fresh, currency })
}

async function undoLast(db: Db, options: FileImport): Promise<string> {
  const last = await findLastApplied(db)
  if (!last) throw new ConfigError('No import is applied: there is nothing to undo.')
  await requestUndo(db, last._id)
  const result = await runStep(db, last._id, { ...options, phase: 'undo' })
  if (result.state !== 'undone') process.exitCode = 1
  const none = { errors: [], hasMore: false, changed: [], fresh: [] }
  return describeImport(result, { ...none, currency: options.currency })
}

await runCommand(readArguments, importParts)
