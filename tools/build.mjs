import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { install } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
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
const TEXT = /\.(js|css|svg|json|txt|html|xml|webmanifest)$/
const STAMP = path.join(ROOT, 'dist', '.built')

export async function build() {
  const inputs = hashInputs()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return
  console.log('Building the store …')
  const since = Date.now()
  // removed first and written last, so that an interrupted build is repeated
  rmSync(STAMP, { force: true })
  const reactRouter = path.join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const code = await run(pinnedNode(), [reactRouter, 'build'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new ToolError('The store could not be built; the reason is above.')
  for (const file of filesBelow('dist/client')) if (TEXT.test(file)) precompress(path.join(ROOT, file))
  writeFileSync(STAMP, inputs)
  console.log(`Built in ${Math.round((Date.now() - since) / 1000)} s.`)
}

/** Writes a brotli and a gzip copy beside the file, each only if it is smaller. @param {string} file */
function precompress(file) {
  const content = readFileSync(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const br = brotliCompressSync(content, { params })
  const gz = gzipSync(content, { level: 9 })
  if (br.length < content.length) writeFileSync(`${file}.br`, br)
  if (gz.length < content.length) writeFileSync(`${file}.gz`, gz)
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

/** All files of a folder in a fixed order, or the file itself. @param {string} relative @returns {string[]} */
function filesBelow(relative) {
  const full = path.join(ROOT, relative)
  if (!statSync(full).isDirectory()) return [relative]
  const entries = readdirSync(full).sort()
  return entries.flatMap((name) => filesBelow(path.join(relative, name)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  exitWith(async () => {
    await install()
    await build()
    return 0
  })
}
