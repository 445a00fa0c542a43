import type { Identity } from './identity.ts'
import { digest } from './secrets.ts'
import { tooManyCalls } from './toolkit-error.ts'

/** Takes one mail from the allowances of the mailbox and of whoever asks. Error: TOO_MANY_ATTEMPTS_TRY_LATER. */
export async function takeMail(
  { limit, limits }: Identity,
  { email, address }: { email: string; address: string | undefined },
): Promise<void> {
  const rules: [string, number][] = [[`identity:mail-to:${digest(email)}`, limits.mailsPerHour]]
  if (address !== undefined) rules.unshift([`identity:mail-from:${address}`, limits.mailsPerAddressPerHour])
  for (const [key, points] of rules) {
    const wait = await limit(key, { points, seconds: 3600 })
    if (wait !== undefined) throw tooManyCalls(wait)
  }
}
