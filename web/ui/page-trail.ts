const MOST_KEPT = 200

/**
 * The addresses of the pages of a list that led to this one, first to last, from the history entry's state:
 * cursors only lead forward, so the way back is remembered. Empty for anything that is no trail.
 */
export function readTrail(state: unknown): string[] {
  const isTrail = typeof state === 'object' && state !== null && 'trail' in state
  if (!isTrail || !Array.isArray(state.trail)) return []
  // "//host" would lead elsewhere
  return state.trail.filter((step) => typeof step === 'string' && /^\/(?!\/)/.test(step))
}

/** The state of the page after `address`. */
export function continueTrail(trail: string[], address: string): { trail: string[] } {
  return { trail: [...trail, address].slice(-MOST_KEPT) }
}
