// The store that the browser tests visit: in demo mode, with data of its own that goes when it ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const KEPT = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'SystemRoot', 'PORT', 'LD_LIBRARY_PATH']

// a developer's own configuration must not reach the tests, nor the tests his database
for (const name of Object.keys(process.env)) if (!KEPT.includes(name)) delete process.env[name]
const folder = mkdtempSync(path.join(tmpdir(), 'partsline-browser-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
Object.assign(process.env, { NODE_ENV: 'production', DATA_DIR: folder, LOG_LEVEL: 'warn' })
await import('#demo/main.ts')
