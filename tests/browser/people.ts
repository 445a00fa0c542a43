import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { createAccount, openSession, storeSession } from './direct-sign-in.ts'
import { test as base } from './story.ts'

export type Who = 'signed out' | 'customer' | 'admin'

/** The customer that many short tests share. */
export const nora = {
  email: 'nora.lind@example.com',
  password: 'a-good-password',
  displayName: 'Nora Lind',
} as const

/** Tests that start as `who`: each worker signs a person in once per store; every page gets that session. */
export const test = base.extend<{ who: Who }>({
  who: ['signed out', { option: true }],
  page: async ({ page, who, baseURL }, use) => {
    await once(`${baseURL} nora`, () => createAccount(page.request, nora))
    if (who !== 'signed out') {
      const person = who === 'admin' ? sampleAdmin : nora
      await storeSession(page, await once(`${baseURL} ${who}`, () => openSession(page.request, person)))
    }
    await use(page)
  },
})

/** The results of `once` in this worker, by name; a name begins with the origin of its store. */
const done = new Map<string, unknown>()

function once<T>(name: string, work: () => Promise<T>): Promise<T> {
  const earlier = done.get(name) as Promise<T> | undefined
  const result = earlier ?? work()
  done.set(name, result)
  return result
}
