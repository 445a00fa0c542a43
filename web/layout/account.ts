/** Whom the header shows; undefined while nobody is known to be signed in. */
export type Account = { displayName: string; photoURL: string | null; onLogOut: () => void }

/** Shown where a person has no photo, or it can not be loaded. */
export const PLACEHOLDER_FACE = '/drawings/avatar.svg'
