import { useRouteLoaderData } from 'react-router'
import type { PublicConfig } from '#contract/config.ts'

/** What the root loader gives every page. */
export type RootData = { config: PublicConfig; origin: string }

/** The public configuration; undefined only while the root itself has failed. */
export function useStoreConfig(): PublicConfig | undefined {
  return useRouteLoaderData<RootData>('root')?.config
}

type StoreStyle = Omit<PublicConfig['store'], 'unpaidOrderHours' | 'sampleAdmin'>
const UNKNOWN_STORE: StoreStyle = {
  name: 'Partsline',
  phone: '',
  address: '',
  taxId: '',
  currency: 'usd',
  locale: 'en-US',
  timeZone: 'UTC',
  demo: false,
}

/** False where admins take the money at the counter: then nothing is said of cards. */
export function useTakesCards(): boolean {
  return useStoreConfig()?.payment.mode !== 'off'
}

/** How the store names itself and writes money and dates; an error page without configuration gets neutral values. */
export function useStore(): StoreStyle {
  return useStoreConfig()?.store ?? UNKNOWN_STORE
}
