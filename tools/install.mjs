import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pinnedNode } from './pinned-node.mjs'
import { ROOT, run, ToolError } from './process.mjs'

export async function install() {
  if (listMissing().length === 0) return
  console.log('Installing packages (once) …')
  const since = Date.now()
  await runCi(npm())
  // npm leaves out platform packages that need a newer Node than the one it runs on, without a message
  if (listMissing().length > 0) await runCiOnPinnedNode()
  const missing = listMissing()
  if (missing.length > 0) throw new ToolError(`npm did not install ${missing.join(', ')}.`)
  console.log(`Packages installed in ${Math.round((Date.now() - since) / 1000)} s.`)
}

/** @param {{ command: string, args: string[], env?: Record<string, string> }} npm */
async function runCi({ command, args, env }) {
  // a production environment needs the build tools, too: it builds the pages
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await run(command, [...args, 'ci', ...options], { quiet: true, env })
  if (code === 0) return
  throw new ToolError(
    'npm could not install the packages; its messages are above. Is the npm registry reachable? Then start again.',
  )
}

/** Installs again with the pinned Node, from a copy: npm replaces the folder that it is in. */
async function runCiOnPinnedNode() {
  const folder = mkdtempSync(path.join(tmpdir(), 'partsline-node-'))
  try {
    const node = path.join(folder, path.basename(pinnedNode()))
    copyFileSync(pinnedNode(), node)
    const { command, args } = npm(node)
    await runCi({ command, args, env: { PATH: `${folder}${path.delimiter}${process.env.PATH}` } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Packages that node_modules lacks or has in another version. npm writes its record, node_modules/.package-lock.json, last. */
function listMissing() {
  const wanted = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).flatMap(([where, entry]) => {
    const found = present[where]
    if (where === '' || (found?.version === entry.version && found?.integrity === entry.integrity)) return []
    return entry.optional && !found && !isForThisPlatform(entry) ? [] : [where.replace('node_modules/', '')]
  })
}

/** Whether an optional package is for this platform. One that names none is only a dependency of another. @param {Package} entry */
function isForThisPlatform({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false
  return !libc || libc.includes(cLibrary())
}

function cLibrary() {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return report.header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** @typedef {{ version: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package */

/** @param {string} file @returns {Record<string, Package>} */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages
  } catch {
    return {}
  }
}

/** The npm that runs this, on its own Node: npm ci replaces the folder of the pinned one. @param {string} [node] */
function npm(node = process.env.npm_node_execpath) {
  const script = process.env.npm_execpath
  if (script && node && path.basename(script).startsWith('npm')) return { command: node, args: [script] }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}
