import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { GOOGLE_PROVIDER } from '../accounts/accounts.ts'
import { foldAddress } from '../accounts/emails.ts'
import { provenPerson, readyPerson, unprovenPerson } from '../accounts/practice-accounts.ts'
import { sendPracticeCode, takePracticeCode } from '../accounts/practice-codes.ts'
import { readPageFile, sendPageFile } from '../http/pages.ts'
import { storable } from '../http/toolkit-body.ts'
import { check, ToolkitError } from '../http/toolkit-error.ts'
import type { Identity } from '../identity.ts'
import { takeMail } from '../mail-actions/mail-limits.ts'
import { requireProvider } from '../methods.ts'
import { takeAll } from '../password/allowances.ts'
import { checkApiKey } from '../tokens/api-key.ts'
import { digest } from '../tokens/secrets.ts'
import { createGrant } from './idp-grants.ts'
import type { OutsidePerson } from './outside-person.ts'
import type { OutsideProvider } from './outside-providers.ts'

/** What the page that opens a window makes up for it: whoever cannot tell it, cannot use what the window brings. */
export const windowNonce = z.string().check(z.minLength(8), z.maxLength(200))
const nonce = windowNonce
const name = storable.check(z.trim(), z.minLength(1), z.maxLength(100))
const email = z.string().check(z.maxLength(300))
const mailboxSchema = z.object({ nonce, email })
const window = {
  nonce,
  providerId: z._default(z.string(), GOOGLE_PROVIDER),
  authType: z.optional(z.string()),
}
const choiceSchema = z.union([
  z.object({ ...window, account: z.string() }),
  z.object({ ...window, name, email, codeId: storable, code: z.string() }),
  // strict: a wrong code must not count as none
  z.strictObject({ ...window, name, email: z.optional(email) }),
])
type Choice = z.infer<typeof choiceSchema>

/**
 * The demo's stand-in for the sign-in windows of outside providers. `POST /popup/code` mails a code to a new
 * practice account's address, `POST /popup/grant` makes the proof that the window posts to its opener.
 */
export function mountPopup(scope: FastifyInstance, identity: Identity): void {
  const script = readPageFile('popup.js')
  scope.get('/popup.js', (_request, reply) => sendPageFile(reply, 'popup.js', script))
  scope.post('/popup/code', async (request) => {
    checkApiKey(identity.apiKey, request)
    const asked = parse(mailboxSchema, request.body)
    const mailbox = { ...asked, email: foldAddress(asked.email) }
    await takeMail(identity, { email: mailbox.email, address: identity.trustedAddress(request) })
    return { codeId: await sendPracticeCode(identity, mailbox) }
  })
  scope.post('/popup/grant', async (request) => {
    checkApiKey(identity.apiKey, request)
    const choice = parse(choiceSchema, request.body)
    const provider = requireProvider(identity, choice.providerId)
    // whose own window is there, nobody practises
    check(!identity.clients[provider.method], 'OPERATION_NOT_ALLOWED')
    await takeGrantAllowance(identity, identity.trustedAddress(request))
    const grant = await createGrant(identity.db, {
      providerId: provider.providerId,
      person: await readPerson(identity, provider, choice),
      nonceHash: digest(choice.nonce),
      isReauthentication: choice.authType === 'reauthViaPopup',
      at: identity.now(),
    })
    return { grant }
  })
}

async function readPerson(
  identity: Identity,
  provider: OutsideProvider,
  choice: Choice,
): Promise<OutsidePerson> {
  if ('account' in choice) {
    const person = readyPerson(provider, choice.account)
    check(person, 'USER_NOT_FOUND')
    return person
  }
  const { name } = choice
  // whoever has a Google account has a mailbox; others need none
  if (!choice.email && provider.providerId !== GOOGLE_PROVIDER) return unprovenPerson(provider, { name })
  const person = { name, email: foldAddress(choice.email ?? '') }
  if (!('codeId' in choice)) return unprovenPerson(provider, person)
  const { codeId: id, code, nonce } = choice
  const isProven = await takePracticeCode(identity, { id, code, nonce, email: person.email })
  check(isProven, 'INVALID_CODE')
  return provenPerson(provider, person)
}

/** Windows an hour from one address, practice or not. */
export async function takeGrantAllowance(identity: Identity, address: string | undefined): Promise<void> {
  if (address === undefined) return
  await takeAll(identity, [{ key: `popup:${address}`, points: identity.limits.signUpsPerHour }])
}

function parse<T extends z.core.$ZodType>(schema: T, body: unknown): z.infer<T> {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new ToolkitError('INVALID_ARGUMENT', { cause: parsed.error })
}
