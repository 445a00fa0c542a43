import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tag } from './tags.ts'

type Page = { tags: Set<Tag>; isTold: boolean }

const pages = new AsyncLocalStorage<Page>()

/**
 * Runs `render` and gathers what the calls show that it makes in process: the only way on which a page comes to data.
 * Without tags where one of them shows what nobody announces.
 */
export async function gatherShown<T>(
  render: () => Promise<T>,
): Promise<{ result: T; tags: ReadonlySet<Tag> | undefined }> {
  const page: Page = { tags: new Set(), isTold: true }
  const result = await pages.run(page, render)
  return { result, tags: page.isTold ? page.tags : undefined }
}

/** Tells the page that asks, where one does, what it is shown; undefined: nobody knows. */
export function tellPage(tags: ReadonlySet<Tag> | undefined): void {
  const page = pages.getStore()
  if (!page) return
  if (!tags) page.isTold = false
  else for (const tag of tags) page.tags.add(tag)
}
