import type { PasswordCost } from '#embedded/identity/password/passwords.ts'

/** The cheapest argon2id, for tests that do not check the real cost. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
