import type { PasswordCost } from '#embedded/identity/deps.ts'

/** The cheapest argon2id there is: what a password costs is looked at in two tests alone. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
