/** Mutations that change nothing anybody could notice, and why. The name is the one that a run prints. */
export const equivalent: Record<string, string> = {}
