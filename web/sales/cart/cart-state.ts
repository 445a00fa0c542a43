import { useSyncExternalStore } from 'react'
import type { Cart } from '#contract/sales/cart/cart.ts'

/** What was put in just now. */
export type Added = { name: string; quantity: number } | 'several'

export type CartState = {
  /** How many parts it has; undefined on the server and until that is known. */
  parts: number | undefined
  /** As it was read last. */
  cart: Cart | undefined
  /** The last read failed. */
  isFailed: boolean
  /** The mini cart is open. */
  opened: { added: Added | undefined } | undefined
  /** What the merge at sign-in did, for the pages of the cart. */
  merged: string[]
}

const UNKNOWN: CartState = {
  parts: undefined,
  cart: undefined,
  isFailed: false,
  opened: undefined,
  merged: [],
}

let state = UNKNOWN
const listeners = new Set<() => void>()

export function getCartState(): CartState {
  return state
}

export function useCartState(): CartState {
  return useSyncExternalStore(subscribe, getCartState, () => UNKNOWN)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function publishCart(changes: Partial<CartState>): void {
  state = { ...state, ...changes }
  for (const listener of [...listeners]) listener()
}
