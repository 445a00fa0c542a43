// Runs on the machine's own Node (18 or newer), before anything is installed: plain JavaScript, no packages.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** A failure that one sentence explains: printed without a stack. */
export class ToolError extends Error {}

const STOPPED = 'Stopped.'

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
/** @type {NodeJS.Signals | undefined} */
let stoppedBy
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stop(signal))
}
endWithNpm()

/**
 * Runs a command in the project's folder and returns its exit code (128 + n after signal n). Signals to this process
 * are forwarded; after one it throws a `ToolError`. With `quiet` the output is shown only when the command fails.
 *
 * @param {string} command @param {string[]} args @returns {Promise<number>}
 * @param {{ env?: Record<string, string>, quiet?: boolean, ipc?: boolean }} [options]
 */
export function run(command, args, { env = {}, quiet = false, ipc = false } = {}) {
  if (stoppedBy) throw new ToolError(STOPPED)
  const output = quiet ? 'pipe' : 'inherit'
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: [quiet ? 'ignore' : 'inherit', output, output, ...(ipc ? [/** @type {const} */ ('ipc')] : [])],
    // npm is a batch file there
    shell: process.platform === 'win32' && command.endsWith('.cmd'),
  })
  children.add(child)
  /** @type {Buffer[]} */
  const printed = []
  child.stdout?.on('data', (chunk) => printed.push(chunk))
  child.stderr?.on('data', (chunk) => printed.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      children.delete(child)
      const status = code ?? 128 + (signal ? constants.signals[signal] : 0)
      if (quiet && stoppedBy) return reject(new ToolError(STOPPED))
      if (status !== 0) process.stderr.write(Buffer.concat(printed))
      resolve(status)
    })
  })
}

/** Sets the exit code to that of `main`, or to 1 after a `ToolError`, of which it prints the message only. @param {() => Promise<number>} main */
export async function exitWith(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

export function endChildren() {
  for (const child of children) child.kill('SIGTERM')
}

export function isStopping() {
  return stoppedBy !== undefined
}

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  stoppedBy = signal
  if (children.size === 0) process.exit(128 + constants.signals[signal])
  for (const child of children) child.kill(signal)
}

/** Stops this process and its children when npm is killed, which then forwards no signal. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop('SIGTERM')
  }, 500)
  watch.unref()
}
