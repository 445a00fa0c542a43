/** The database and the store in which the sign-in SDK keeps the user. */
const DATABASE = 'firebaseLocalStorageDb'
const STORE = 'firebaseLocalStorage'
const KEY = 'fbase_key'
/** Four times half a second, instead of two seconds at once: a page that was busy in between may have an answer waiting. */
const WAITS = 4
const WAIT_MS = 500

/**
 * Some browsers leave requests to IndexedDB without an answer, and sign-in would wait for ever. After two seconds this page
 * has no IndexedDB: the SDK uses the next storage, as in a browser without it. An error is an answer, which the SDK handles.
 */
export async function hideSilentStorage(): Promise<void> {
  const answer = tryStorage().then(
    () => true,
    () => true,
  )
  for (let waits = 0; waits < WAITS; waits += 1) {
    const wait = new Promise<false>((resolve) => setTimeout(resolve, WAIT_MS, false))
    if (await Promise.race([answer, wait])) return
  }
  Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true })
}

/** Does what the SDK does at its start: opens its database, writes, reads and deletes. */
async function tryStorage(): Promise<void> {
  const opening = indexedDB.open(DATABASE)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: KEY })
  const database = await answerOf(opening)
  try {
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE)
    await answerOf(store.put({ [KEY]: 'probe' }))
    await answerOf(store.get('probe'))
    await answerOf(store.delete('probe'))
  } finally {
    database.close()
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
