/*
 * Apart from the schemas, which public pages do not load.
 */

/** Parts in one cart, and lines in one order. */
export const MAX_LINES = 100
/** Of one part in a cart. Whether so many can be ordered is said where the part is read. */
export const MAX_UNITS = 1_000_000
