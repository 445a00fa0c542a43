import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { processesNaming, type StartedStore, serverProcess, startStore } from '../support/started-store.ts'

test.skip(process.platform !== 'linux', 'processes are counted in /proc')
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

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => processesNaming(dataDir), { timeout: 10_000 }).toEqual([])
}

test('SIGTERM to npm alone stops everything, with success', async () => {
  const { npm, ended } = await start()
  npm.kill('SIGTERM')
  expect(await ended).toBe(0)
  await expectNothingLeft()
})

test('Ctrl-C finishes the request under way before everything stops', async () => {
  const { origin, npm, ended } = await start()
  // its body is still arriving when the signal comes
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const call = request(`${origin}/api/newsletter`, { method: 'POST', headers })
  call.flushHeaders()
  await once(call, 'continue')
  call.write('{"email":')
  process.kill(-Number(npm.pid), 'SIGINT')
  setTimeout(() => call.end('"late@example.com"}'), 500)
  const [answer]: IncomingMessage[] = await once(call, 'response')
  expect(answer?.statusCode).toBe(201)
  answer?.resume()
  expect(await ended).toBe(0)
  await expectNothingLeft()
})

test('what was acknowledged before SIGKILL is there after a new start', async () => {
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
  const answer = await fetch(`${origin}/api/newsletter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  }).catch(() => undefined)
  return answer?.status === 201
}

/** As the demo's sample admin, signed in like any client. */
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

async function readJson(answer: Response) {
  expect(answer.ok, `${answer.url}: ${answer.status}`).toBe(true)
  return answer.json()
}
