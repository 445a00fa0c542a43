// Starts the official Auth emulator, a gateway in place of Google, and the store with IDENTITY=firebase.
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#database/postgres/free-port.ts'
import { atGateway, startGateway } from './google.ts'
import { dataFolderIn, PROJECT } from './project.ts'

const CLI = path.join(import.meta.dirname, 'emulator/node_modules/firebase-tools/lib/bin/firebase.js')
if (!existsSync(CLI))
  throw new Error('The emulator is not installed: npm install in tests/auth-emulator/emulator')

const folder = process.env.STORE_FOLDER ?? ''
const emulatorPort = Number(process.env.EMULATOR_PORT)
const googlePort = Number(process.env.GOOGLE_PORT)
const settings = path.join(folder, 'firebase.json')
const at = (port: number) => ({ host: '127.0.0.1', port })
const emulators = {
  auth: at(emulatorPort),
  hub: at(await findFreePort()),
  logging: at(await findFreePort()),
  ui: { enabled: false },
}
writeFileSync(settings, JSON.stringify({ emulators }))
const emulator = spawn(
  process.execPath,
  [CLI, 'emulators:start', '--only', 'auth', '--project', PROJECT, '--config', settings],
  { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
)
process.on('exit', () => {
  emulator.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})
await new Promise<void>((resolve, reject) => {
  emulator.once('exit', () => reject(new Error('The emulator did not start')))
  emulator.stdout.on('data', (text) => String(text).includes('All emulators ready') && resolve())
})
await startGateway(`http://127.0.0.1:${emulatorPort}`, googlePort)

// The store calls Google only by fetch.
const originalFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  return originalFetch(atGateway(address, googlePort) ?? input, init)
}

const account = {
  type: 'service_account',
  client_email: 'store@demo-partsline.iam.gserviceaccount.com',
  private_key_id: 'a-key-of-the-store',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
}
const accountFile = path.join(folder, 'service-account.json')
writeFileSync(accountFile, JSON.stringify(account))
Object.assign(process.env, {
  NODE_ENV: 'production',
  DATA_DIR: dataFolderIn(folder),
  LOG_LEVEL: 'warn',
  IDENTITY: 'firebase',
  IDENTITY_METHODS: 'password,emailLink',
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_API_KEY: 'key-of-the-emulator',
  FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
  FIREBASE_SERVICE_ACCOUNT: accountFile,
})
await import('#demo/main.ts')
