import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { importTexts } from '#contract/catalog/imports/texts.ts'
import { exportParts } from '../catalog/imports/export.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { runCommand, type Store } from './command.ts'

const USAGE = 'Usage: npm run export -- FILE'

function readArguments([file, ...rest]: string[]): string {
  if (file === undefined || rest.length > 0 || file.startsWith('--')) throw new ConfigError(USAGE)
  return file
}

/** `npm run export -- FILE`: writes a CSV file of all parts on sale, through a temporary file that replaces FILE at the end. */
async function exportToFile({ db, config }: Store, file: string): Promise<string> {
  const target = await resolveRegularFile(file)
  const partial = `${target}.part-${process.pid}`
  let parts = 0
  const output = createWriteStream(partial)
  try {
    await once(output, 'open')
    for await (const chunk of exportParts(db, {
      currency: config.currency,
      onProgress(done) {
        parts = done
      },
    })) {
      if (!output.write(chunk)) await once(output, 'drain')
    }
    output.end()
    await once(output, 'close')
    await rename(partial, target)
  } catch (error) {
    output.destroy()
    await rm(partial, { force: true }).catch(() => {})
    throw isFileError(error) ? new ConfigError(importTexts.fileUnwritable(file, error.code)) : error
  }
  return `${parts} parts written to ${file}.`
}

/** The path with its links resolved. Throws unless it is a regular file, or none yet: a device cannot be replaced. */
async function resolveRegularFile(file: string): Promise<string> {
  const target = await realpath(file).catch(() => file)
  const existing = await stat(target).catch(() => undefined)
  if (existing?.isDirectory()) throw new ConfigError(importTexts.fileUnwritable(file, 'EISDIR'))
  if (existing && !existing.isFile()) throw new ConfigError(importTexts.fileUnwritable(file, 'ENXIO'))
  return target
}

function isFileError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return (
    error instanceof Error &&
    'syscall' in error &&
    'code' in error &&
    ['open', 'write', 'close', 'rename'].includes(String(error.syscall))
  )
}

await runCommand(readArguments, exportToFile)
