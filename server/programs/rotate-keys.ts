import { rotateSigningKey } from '#embedded/identity/tokens/signing-keys.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { runCommand, type Store } from './command.ts'

const USAGE = 'Usage: npm run rotate-keys [-- --leaked]'

function readArguments(words: string[]): { leaked: boolean } {
  if (words.some((word) => word !== '--leaked')) throw new ConfigError(USAGE)
  return { leaked: words.length > 0 }
}

/** `npm run rotate-keys [-- --leaked]`: creates a key that signs the ID tokens of the embedded provider in ten minutes, unless one is waiting already. With `--leaked` the new key signs at once, and the others are deleted. The store may be running. */
async function rotateKeys({ db, config }: Store, { leaked }: { leaked: boolean }): Promise<string> {
  if (config.identity.mode === 'firebase') throw new ConfigError('Google rotates the keys of Firebase.')
  const signsFrom = await rotateSigningKey(db, { at: new Date(), leaked })
  if (leaked)
    return 'All instances refuse the old keys within a minute. Users stay signed in and get new tokens.'
  return `The new key signs from ${signsFrom.toISOString()}; tokens of the old one stay valid for their hour.`
}

await runCommand(readArguments, rotateKeys)
