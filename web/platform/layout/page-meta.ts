import type { MetaDescriptor } from 'react-router'
import type { RootData } from '../api/store-config.ts'
import storeCard from './store-card.png?url'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type PageMeta = {
  matches: Matches
  title: string
  description?: string
  /** Path and query of the canonical address. */
  path: string
  /** A photo for link previews. Without one, or for a drawing (SVG, not shown there), `store-card.png` is used. */
  image?: string
  /** Describes `image`. */
  imageAlt?: string
  type?: 'website' | 'product'
}

const CARD_SIZE = [
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
]

export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { matches, title, description, path, image, imageAlt, type = 'website' } = page
  const { origin, config } = rootData(matches)
  const name = config?.store.name ?? ''
  const absolute = (address: string) => new URL(address, origin || 'http://localhost').href
  const photo = image && !image.startsWith('/drawings/') ? image : undefined
  const fullTitle = path === '/' ? `${name}: ${title}` : titleOf(title, name)
  return [
    { title: fullTitle },
    ...(description ? [{ name: 'description', content: description }] : []),
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: name },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: origin + path },
    { property: 'og:image', content: absolute(photo ?? storeCard) },
    ...(photo ? [] : CARD_SIZE),
    { property: 'og:image:alt', content: (photo && imageAlt) || name },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

export function titleMeta(title: string, path: string) {
  return ({ matches }: { matches: Matches }) => pageMeta({ matches, title, path })
}

export function titleOf(title: string, storeName: string): string {
  return `${title}: ${storeName}`
}

/** The data of the root's loader; `origin` is empty if it has failed. */
export function rootData(matches: Matches): RootData | { origin: string; config: undefined } {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return isRootData(root) ? root : { origin: '', config: undefined }
}

function isRootData(value: unknown): value is RootData {
  return typeof value === 'object' && value !== null && 'config' in value && 'origin' in value
}
