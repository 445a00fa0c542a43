/** The database cannot be started, reached or used; the message is for the operator and shown without a stack. */
export class DatabaseStartError extends Error {}
