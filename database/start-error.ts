/** A database that cannot start, told in words for the person who starts the store: no stack helps him. */
export class DatabaseStartError extends Error {}
