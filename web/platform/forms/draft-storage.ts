/** One item has all drafts, the oldest first: session storage has no order by which old items could be dropped. */
const ITEM = 'drafts'
/** One page has up to four. Without a limit, a long session would fill the storage, and no draft would be saved. */
const MAX_DRAFTS = 20

export function readDraft(key: string): string | undefined {
  return readAll()[key]
}

/** Saves the text as the newest draft. Beyond 20 drafts, the oldest are dropped. */
export function writeDraft(key: string, text: string): void {
  const { [key]: _, ...others } = readAll()
  writeAll(Object.fromEntries([...Object.entries(others), [key, text]].slice(-MAX_DRAFTS)))
}

export function removeDraft(key: string): void {
  const { [key]: _, ...others } = readAll()
  writeAll(others)
}

/** For the end of a session: the next person in this tab must find no draft of the last one. */
export function removeDrafts(): void {
  withStorage((storage) => storage.removeItem(ITEM))
}

function readAll(): Record<string, string> {
  return withStorage((storage) => JSON.parse(storage.getItem(ITEM) ?? '{}')) ?? {}
}

function writeAll(drafts: Record<string, string>): void {
  withStorage((storage) => storage.setItem(ITEM, JSON.stringify(drafts)))
}

/** The browser may forbid session storage, or it may be full: then the page works without drafts. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
