import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { precompress } from './precompress.mjs'
import { exitWith, ROOT, run, ToolError } from './process.mjs'

const INPUTS = [
  'web',
  'contract',
  'drawings',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'tools',
]
const STAMP = path.join(ROOT, 'dist', '.built')

export async function build() {
  const inputs = hashInputs()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return
  console.log('Building the store …')
  const since = Date.now()
  // written last, so that an interrupted build is repeated
  rmSync(STAMP, { force: true })
  const reactRouter = path.join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const code = await run(pinnedNode(), [reactRouter, 'build'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new ToolError('The store could not be built; the reason is above.')
  await precompress(path.join(ROOT, 'dist', 'client'))
  writeFileSync(STAMP, inputs)
  console.log(`Built in ${Math.round((Date.now() - since) / 1000)} s.`)
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(filesBelow)) {
    if (/\.test\.\w+$/.test(file)) continue
    hash.update(`${file}\0`)
    hash.update(readFileSync(path.join(ROOT, file)))
  }
  return hash.digest('hex')
}

/** All files of a folder in a fixed order, or the file itself. @param {string} place @returns {string[]} */
function filesBelow(place) {
  const full = path.join(ROOT, place)
  if (!statSync(full).isDirectory()) return [place]
  const entries = readdirSync(full).sort()
  return entries.flatMap((name) => filesBelow(path.join(place, name)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  exitWith(async () => {
    await install()
    await build()
    return 0
  })
}
