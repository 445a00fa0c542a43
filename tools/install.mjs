import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pinnedNode } from './pinned-node.mjs'
import { ROOT, run, ToolError } from './process.mjs'

/** Installs exactly what package-lock.json says, unless node_modules holds it already. */
export async function install() {
  if (listMissing().length === 0) return
  console.log('Installing packages (once) …')
  const since = Date.now()
  await clean(npm())
  // npm leaves out, without a word, platform packages that want a newer Node than the one it runs on
  if (listMissing().length > 0) await cleanOnPinnedNode()
  const missing = listMissing()
  if (missing.length > 0) throw new ToolError(`npm did not install ${missing.join(', ')}.`)
  console.log(`Packages installed in ${Math.round((Date.now() - since) / 1000)} s.`)
}

/** @param {{ command: string, args: string[], env?: Record<string, string> }} npm */
async function clean({ command, args, env }) {
  const options = [
    'ci',
    // the pages are built here, so that a production environment needs the build tools too
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const code = await run(command, [...args, ...options], { quiet: true, env })
  if (code === 0) return
  throw new ToolError(
    'npm could not install the packages; its words are above. Is the npm registry within reach? Then start again.',
  )
}

/** Installs again with the pinned Node, from a copy: npm replaces the folder that it is in. */
async function cleanOnPinnedNode() {
  const folder = mkdtempSync(path.join(tmpdir(), 'partsline-node-'))
  try {
    const node = path.join(folder, path.basename(pinnedNode()))
    copyFileSync(pinnedNode(), node)
    const { command, args } = npm(node)
    await clean({ command, args, env: { PATH: `${folder}${path.delimiter}${process.env.PATH}` } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * What the lock wants here and node_modules lacks. npm writes its own record, node_modules/.package-lock.json,
 * last, so that an interrupted installation is never taken for a whole one.
 */
function listMissing() {
  const wanted = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).flatMap(([where, entry]) => {
    const found = present[where]
    if (where === '' || (found?.version === entry.version && found?.integrity === entry.integrity)) return []
    return entry.optional && !found && !isForHere(entry) ? [] : [where.replace('node_modules/', '')]
  })
}

/**
 * An optional package is wanted on the platform it names; one that names none belongs to another optional one.
 *
 * @param {Package} entry
 */
function isForHere({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false
  return !libc || libc.includes(cLibrary())
}

/** @type {'glibc' | 'musl' | undefined} */
let library
function cLibrary() {
  if (!library) {
    const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
    library = report.header.glibcVersionRuntime ? 'glibc' : 'musl'
  }
  return library
}

/** @typedef {{ version: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package */

/**
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages
  } catch {
    return {}
  }
}

/**
 * The npm that runs us, on its own Node: the pinned one is inside the folder that npm ci replaces.
 *
 * @param {string} [node] another Node to run it on
 */
function npm(node = process.env.npm_node_execpath) {
  const script = process.env.npm_execpath
  if (script && node && path.basename(script).startsWith('npm')) return { command: node, args: [script] }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}
