/** The database cannot start; the message is for the operator and shown without a stack. */
export class DatabaseStartError extends Error {}
