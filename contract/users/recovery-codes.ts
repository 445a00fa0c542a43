/**
 * Characters of a recovery code without dashes: 60 bits. Hashed with the installation's secret, it cannot be guessed from
 * a copy of the database.
 */
export const RECOVERY_CODE_LENGTH = 12
