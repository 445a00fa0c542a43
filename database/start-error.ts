/** A database that cannot start, described in words for the person who starts the store, who needs no stack. */
export class DatabaseStartError extends Error {}
