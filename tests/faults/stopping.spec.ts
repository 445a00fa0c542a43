import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { runningPostgres } from '#database/postgres/embedded-postgres.ts'
import { processesNaming, type StartedStore, serverProcess, startStore } from '../support/started-store.ts'

test.skip(process.platform !== 'linux', 'processes are found in /proc')
test.describe.configure({ mode: 'serial' })

let dataDir: string
const started: StartedStore[] = []

test.beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'partsline-stop-'))
})

test.afterAll(async () => {
  for (const { npm, ended } of started) {
    npm.kill('SIGTERM')
    await ended
  }
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<StartedStore> {
  const store = await startStore(dataDir)
  started.push(store)
  return store
}

async function expectNoProcessLeft(): Promise<void> {
  await expect.poll(() => processesNaming(dataDir), { timeout: 10_000 }).toEqual([])
}

test('SIGTERM to the npm process ends every process of the store, with exit code 0', async () => {
  const { npm, ended } = await start()
  npm.kill('SIGTERM')
  expect(await ended).toBe(0)
  await expectNoProcessLeft()
})

test('Ctrl-C finishes the request in flight before the store stops', { tag: '@long' }, async () => {
  const { origin, npm, ended } = await start()
  // the signal arrives before the end of its body
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const call = request(`${origin}/api/newsletter`, { method: 'POST', headers })
  call.flushHeaders()
  await once(call, 'continue')
  call.write('{"email":')
  process.kill(-Number(npm.pid), 'SIGINT')
  setTimeout(() => call.end('"late@example.com"}'), 500)
  const [response]: IncomingMessage[] = await once(call, 'response')
  expect(response?.statusCode).toBe(200)
  response?.resume()
  expect(await ended).toBe(0)
  await expectNoProcessLeft()
})

test('Ctrl-C while background jobs are starting prints no error', { tag: '@long' }, async () => {
  // a new store creates the tables of its jobs after it has opened
  const fresh = mkdtempSync(path.join(tmpdir(), 'partsline-stop-'))
  const { npm, ended, output } = await startStore(fresh)
  await untilJobsConnect(fresh)
  process.kill(-Number(npm.pid), 'SIGINT')
  expect(await ended).toBe(0)
  expect(output()).not.toMatch(/"level":[456]0|\n +at /)
  await expect.poll(() => processesNaming(fresh), { timeout: 10_000 }).toEqual([])
  rmSync(fresh, { recursive: true, force: true })
})

/** Waits until the job queue has a connection to the store's own PostgreSQL. */
async function untilJobsConnect(folder: string): Promise<void> {
  const client = new pg.Client(runningPostgres(folder))
  await client.connect()
  const count = async () =>
    (await client.query(`select 1 from pg_stat_activity where application_name = 'pgboss'`)).rowCount
  try {
    await expect.poll(count, { intervals: [5] }).toBeGreaterThan(0)
  } finally {
    await client.end()
  }
}

test('a second start on the same data or port fails within seconds with the reason', {
  tag: '@long',
}, async () => {
  const { origin, npm, ended } = await start()
  const otherData = mkdtempSync(path.join(tmpdir(), 'partsline-second-'))
  const startSecond = (env: Record<string, string>) => {
    const startedAt = Date.now()
    const { status, stderr } = spawnSync('npm', ['start'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    return { status, stderr, seconds: (Date.now() - startedAt) / 1000 }
  }
  // Its invalid port ends this start before it uses data or port: the minimum duration.
  const invalid = startSecond({ DATA_DIR: otherData, PORT: 'none' })
  expect(invalid.status).toBe(1)
  const sameData = startSecond({ DATA_DIR: dataDir, PORT: '0' })
  expect(sameData).toMatchObject({ status: 1 })
  expect(sameData.stderr).toContain(`A store is running already on the data in ${dataDir} (process `)
  const samePort = startSecond({ DATA_DIR: otherData, PORT: new URL(origin).port })
  expect(samePort).toMatchObject({ status: 1 })
  expect(samePort.stderr).toContain(`Port ${new URL(origin).port} of 127.0.0.1 is in use`)
  for (const { stderr, seconds } of [sameData, samePort]) {
    expect(seconds - invalid.seconds).toBeLessThan(9)
    expect(stderr).not.toMatch(/\n +at |FATAL/)
  }
  // Nothing was created for a store that cannot open, and the first one still serves.
  expect(readdirSync(otherData)).toEqual([])
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  rmSync(otherData, { recursive: true, force: true })
  npm.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('every subscription acknowledged before SIGKILL exists after a new start', {
  tag: '@long',
}, async () => {
  const killed = await start()
  const acknowledged: string[] = []
  const subscribing = (async () => {
    for (let n = 0; ; n++) {
      const email = `reader${n}@example.com`
      if (await subscribe(killed.origin, email)) acknowledged.push(email)
      else return
    }
  })()
  await expect.poll(() => acknowledged.length, { intervals: [10] }).toBeGreaterThan(20)
  process.kill(serverProcess(dataDir), 'SIGKILL')
  await subscribing
  expect(await killed.ended).not.toBe(0)
  const { origin } = await start()
  expect(await listSubscribers(origin)).toEqual(expect.arrayContaining(acknowledged))
})

async function subscribe(origin: string, email: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/newsletter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  }).catch(() => undefined)
  return response?.status === 200
}

/** Calls as the demo's sample admin. */
async function listSubscribers(origin: string): Promise<string[]> {
  const { identity, store } = await readJson(await fetch(`${origin}/api/config`))
  const signedIn = await fetch(`${origin}/identity/v1/accounts:signInWithPassword?key=${identity.apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...store.sampleAdmin, returnSecureToken: true }),
  })
  const { idToken } = await readJson(signedIn)
  const { email } = store.sampleAdmin
  const exchanged = await fetch(`${origin}/api/user/${email}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ email }),
  })
  const { token } = await readJson(exchanged)
  const headers = { authorization: `Bearer ${token}` }
  const list: { email: string }[] = await readJson(
    await fetch(`${origin}/api/newsletter?limit=1000`, { headers }),
  )
  return list.map((subscriber) => subscriber.email)
}

async function readJson(response: Response) {
  expect(response.ok, `${response.url}: ${response.status}`).toBe(true)
  return response.json()
}
