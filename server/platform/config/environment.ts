import { existsSync, readFileSync } from 'node:fs'
import { configError } from './config-error.ts'
import { type EnvFile, parseEnvFile } from './env-file.ts'
import { findMeantVariable } from './variable-slips.ts'

export type Environment = Record<string, string | undefined>
type Unknown = { name: string; place: string; meant: string | undefined; value: string }

/**
 * Adds the variables of the file `.env` to `env`, where those that are set, also to nothing, stay. Returns a notice for each name
 * that none of `variables` has: each one of `.env`, and those of `env` that are a slip away from one. Throws `ConfigError` for
 * a line that cannot be read, and where STORE_MODE may have been meant.
 */
export function addEnvFile(file: string, env: Environment, variables: readonly string[]): string[] {
  const { values, repeated, faults } = readEnvFile(file)
  const unknown = [
    ...unknownNames(values, '.env', variables),
    ...unknownNames(Object.entries(env), 'the environment', variables).filter(({ meant }) => meant),
  ]
  for (const [name, value] of values) env[name] ??= value
  const modeFaults = unknown.filter((one) => mayMeanMode(one, env)).map(describe)
  if (repeated.delete('STORE_MODE')) modeFaults.push('.env has STORE_MODE twice, with different values')
  if (env.STORE_MODE === '' && values.get('STORE_MODE'))
    modeFaults.push('STORE_MODE is empty in the environment and set in .env: remove one of them')
  if (faults.length + modeFaults.length > 0)
    throw configError([...faults.map((fault) => `.env ${fault}`), ...modeFaults])
  return [
    ...unknown.map(describe),
    ...[...repeated].map((name) => `.env has ${name} twice: the last one counts`),
  ]
}

function readEnvFile(file: string): EnvFile {
  if (!existsSync(file)) {
    // an editor on Windows adds the ending, and Explorer does not show it
    if (existsSync(`${file}.txt`)) throw configError(['.env.txt is not read: rename it to .env'])
    return { values: new Map(), repeated: new Set(), faults: [] }
  }
  try {
    return parseEnvFile(readFileSync(file))
  } catch (cause) {
    throw configError([`.env cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`])
  }
}

function unknownNames(
  values: Iterable<[string, string | undefined]>,
  place: string,
  variables: readonly string[],
): Unknown[] {
  return [...values]
    .filter(([name]) => !variables.includes(name))
    .map(([name, value = '']) => ({ name, place, meant: findMeantVariable(name, variables), value }))
}

/** A demo instead of production, or the other way round, is not started by mistake. */
function mayMeanMode({ meant, place, value }: Unknown, env: Environment): boolean {
  if (meant === 'STORE_MODE') return true
  return place === '.env' && !env.STORE_MODE && value.toLowerCase() === 'production'
}

function describe({ name, place, meant, value }: Unknown): string {
  const isMode = value.toLowerCase() === 'production'
  const suggestion = meant ?? (isMode ? 'STORE_MODE' : undefined)
  return `${name} in ${place} is not a variable of the store${suggestion ? `. Did you mean ${suggestion}?` : ''}`
}
