import { useRouteLoaderData } from 'react-router'
import type { PublicConfig } from '#contract/platform/config.ts'

export type RootData = {
  config: PublicConfig
  origin: string
  /** The style sheet of the shop's colour, empty without one. */
  accent: string
  /** The lines of the shop's hours on the day of the page. */
  hours: string[]
}

/** The public configuration; undefined only if the root loader has failed. */
export function useStoreConfig(): PublicConfig | undefined {
  return useRootData()?.config
}

/** What the root's loader made of the configuration; undefined only if it has failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root')
}

type StoreProfile = Omit<PublicConfig['store'], 'unpaidOrderHours' | 'sampleAdmin'>
const UNKNOWN_STORE: StoreProfile = {
  name: 'Partsline',
  logo: null,
  accent: null,
  phone: '',
  address: '',
  taxId: '',
  currency: 'usd',
  locale: 'en-US',
  timeZone: 'UTC',
  hours: null,
  statistics: [],
  demo: false,
}

/** False if the store takes no cards: orders are paid at the counter. */
export function useTakesCards(): boolean {
  return useStoreConfig()?.payment.mode !== 'off'
}

/** Name, contact and formats of the store; default values on an error page without configuration. */
export function useStore(): StoreProfile {
  return useStoreConfig()?.store ?? UNKNOWN_STORE
}
