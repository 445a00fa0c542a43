import { useStore } from '../api/store-config.ts'
import { titleOf } from './page-meta.ts'

/** The title of what stands in a page's place: such a page has no meta of its own. */
export function PageTitle({ title }: { title: string }) {
  return <title>{titleOf(title, useStore().name)}</title>
}
