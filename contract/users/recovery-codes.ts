/**
 * Letters and digits of a recovery code, the dashes that people may leave out aside. 60 bits: keyed with the
 * installation's secret, out of reach for whoever has a copy of the database.
 */
export const RECOVERY_CODE_LENGTH = 12
