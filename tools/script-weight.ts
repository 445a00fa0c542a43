import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const ROOT = path.resolve(import.meta.dirname, '..')
const EMPTY_APP = 'tools/empty-app'
const EMPTY_BUILD = path.join(ROOT, 'test-results', 'empty-app')

/** Bytes of these built scripts as they are sent: brotli at its best. The addresses are those a page asked for. */
export function weighScripts(addresses: string[]): number {
  const files = addresses.map((address) => path.join(ROOT, 'dist', 'client', new URL(address).pathname))
  return weigh(files)
}

/** Bytes of script that the least React Router app needs, built now by the same tools. */
export function weighEmptyApp(): number {
  rmSync(EMPTY_BUILD, { recursive: true, force: true })
  const build = ['node_modules/@react-router/dev/bin.cjs', 'build', EMPTY_APP]
  const { status, stderr } = spawnSync(process.execPath, build, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The empty app could not be built:\n${stderr}`)
  // its manifest is asked for in parts, as JSON
  return weigh(globSync(`${EMPTY_BUILD}/client/assets/*.js`).filter((file) => !/manifest-/.test(file)))
}

function weigh(files: string[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0)
}
