import type { Storages } from '#web/platform/auth/access-token.ts'

/** A token of a user without a valid signature. `exp` is a Unix time in seconds; another `mark` gives another token. */
export function tokenOf(uid: string, exp = 4_000_000_000, mark = ''): string {
  const payload = Buffer.from(JSON.stringify({ sub: uid, exp, mark })).toString('base64url')
  return `e30.${payload}.sig`
}

/** The two storages of a browser, in memory. */
export function memoryStorages(): Storages {
  return { local: memoryStorage(), session: memoryStorage() }
}

function memoryStorage(): Storages['local'] {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
