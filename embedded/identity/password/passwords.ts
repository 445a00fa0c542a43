import { hash, verify } from '@node-rs/argon2'
import type { IdentityDeps, PasswordCost } from '../deps.ts'
import { check } from '../http/toolkit-error.ts'
import { newSecret } from '../tokens/secrets.ts'

/** Long enough for any pass phrase, short enough to hash at once. */
export const PASSWORD_MAX_LENGTH = 4096
/** OWASP's first choice for argon2id (the library's default kind). */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Errors: WEAK_PASSWORD, PASSWORD_DOES_NOT_MEET_REQUIREMENTS. */
export function checkStrength(
  { passwordMinLength }: Pick<IdentityDeps, 'passwordMinLength'>,
  password: string,
): void {
  check(
    password.length >= passwordMinLength,
    `WEAK_PASSWORD : Password should be at least ${passwordMinLength} characters`,
  )
  check(
    password.length <= PASSWORD_MAX_LENGTH,
    `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password may contain at most ${PASSWORD_MAX_LENGTH} characters]`,
  )
}

export type Passwords = {
  hash(password: string): Promise<string>
  /** Whether the password fits the hash; without a hash the same work is done, so that time reveals nothing. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
}

/** Each takes its turn: so many at once would take all threads of the pool and all processors. */
export function createPasswords({
  passwordCost: cost = COST,
  inTurn = (work) => work(),
}: Pick<IdentityDeps, 'passwordCost' | 'inTurn'>): Passwords {
  let stranger: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(passwordHash, password) {
      stranger ??= hash(newSecret(), cost)
      const against = passwordHash ?? (await stranger)
      const fits = await inTurn(() => verify(against, password))
      return fits && Boolean(passwordHash)
    },
  }
}
