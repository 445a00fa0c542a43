import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test'
import { sampleAdmin } from '#contract/users/sample-admin.ts'
import { test as base, signIn } from './story.ts'

export type Who = 'signed out' | 'customer' | 'admin'
type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

/** The customer whom many short tests share. */
export const nora = {
  email: 'nora.lind@example.com',
  password: 'a-good-password',
  displayName: 'Nora Lind',
} as const

/** Tests that begin signed in as somebody: each person signs in once, and every page takes that over. */
export const test = base.extend<{ who: Who }>({
  who: ['signed out', { option: true }],
  storageState: [
    async ({ who, browser, playwright, baseURL }, use) => {
      const request = await playwright.request.newContext({ baseURL })
      await once(`${baseURL} nora`, () => makeAccount(request, nora))
      await request.dispose()
      if (who === 'signed out') return use(undefined)
      const person = who === 'admin' ? sampleAdmin : nora
      await use(await once(`${baseURL} ${who}`, () => keepSignIn(browser, { baseURL, person })))
    },
    { scope: 'test', timeout: 60_000 },
  ],
})

/** What this worker has done before in a store. */
const done = new Map<string, unknown>()

function once<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = done.get(name) as Promise<T> | undefined
  const result = before ?? work()
  done.set(name, result)
  return result
}

/** An account at the identity provider; the store hears of it at the first sign-in. Made before: nothing happens. */
export async function makeAccount(
  request: APIRequestContext,
  person: { email: string; password: string; displayName?: string },
): Promise<void> {
  const { identity } = await (await request.get('/api/config')).json()
  const at = (act: string) => `/identity/v1/accounts:${act}?key=${identity.apiKey}`
  const { idToken } = await (await request.post(at('signUp'), { data: person })).json()
  const { displayName } = person
  if (idToken && displayName) await request.post(at('update'), { data: { idToken, displayName } })
}

type SignIn = { baseURL: string | undefined; person: { email: string; password: string } }

async function keepSignIn(browser: Browser, { baseURL, person }: SignIn): Promise<Kept> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await signIn(page, person)
  await page.evaluate(moveUserToLocalStorage)
  const kept = await context.storageState()
  await context.close()
  return kept
}

/**
 * In the page: the sign-in SDK keeps its user in a database and reads local storage as well. Of the two, only local
 * storage is there in a new context before its first page loads, whatever else the machine does.
 */
async function moveUserToLocalStorage(): Promise<void> {
  const records = await new Promise<{ fbase_key: string; value: unknown }[]>((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const store = opening.result.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage')
      const reading = store.getAll()
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => resolve(reading.result)
    }
  })
  for (const { fbase_key, value } of records) localStorage.setItem(fbase_key, JSON.stringify(value))
  if (records.length === 0) throw new Error('Nobody is signed in')
}
