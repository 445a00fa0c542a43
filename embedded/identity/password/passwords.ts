import { hash, verify } from '@node-rs/argon2'
import { check } from '../http/toolkit-error.ts'
import { newSecret } from '../tokens/secrets.ts'

export const PASSWORD_MAX_LENGTH = 4096
/** Parameters of argon2id; memory in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** OWASP's recommendation for argon2id, the library's default algorithm. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function checkLength({ passwordMinLength }: { passwordMinLength: number }, password: string): void {
  check(
    password.length >= passwordMinLength,
    `WEAK_PASSWORD : Password should be at least ${passwordMinLength} characters`,
  )
  check(
    password.length <= PASSWORD_MAX_LENGTH,
    `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password may contain at most ${PASSWORD_MAX_LENGTH} characters]`,
  )
}

export type Passwords = ReturnType<typeof createPasswords>

/** Without `limitConcurrency` concurrent hashing would use all threads and processors. */
export function createPasswords({
  passwordCost: cost = COST,
  limitConcurrency = (work) => work(),
}: {
  passwordCost?: PasswordCost
  limitConcurrency?: <T>(work: () => Promise<T>) => Promise<T>
}) {
  let dummyHash: string | undefined
  return {
    hash: (password: string) => limitConcurrency(() => hash(password, cost)),
    /** Without a hash it compares with a dummy one and returns false; only the first such call takes longer. */
    async verify(passwordHash: string | null | undefined, password: string) {
      if (!passwordHash) dummyHash ??= await limitConcurrency(() => hash(newSecret(), cost))
      const against = passwordHash || (dummyHash ?? '')
      const isRight = await limitConcurrency(() => verify(against, password))
      return isRight && Boolean(passwordHash)
    },
  }
}
