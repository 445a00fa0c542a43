import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { demoCodeMail } from '#contract/messages/account/identity.ts'
import { inTransaction } from '#database/open.ts'
import { GOOGLE_PROVIDER } from '../accounts/accounts.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { limitMails, limitWindows } from '../accounts/rate-limits.ts'
import { readPageFile, sendPageFile } from '../http/pages.ts'
import { storable } from '../http/toolkit-body.ts'
import { check, ToolkitError } from '../http/toolkit-error.ts'
import { hostOf, type Identity } from '../identity.ts'
import { requireProvider } from '../methods.ts'
import { checkApiKey } from '../tokens/api-key.ts'
import { DEMO_CODE_SECONDS, secondsAfter } from '../tokens/lifetimes.ts'
import { digest, newMailCode, newSecret } from '../tokens/secrets.ts'
import { findDemoPerson, unverifiedPerson, verifiedPerson } from './demo-accounts.ts'
import { createGrant } from './idp-grants.ts'
import type { OutsidePerson } from './outside-person.ts'
import type { OutsideProvider } from './outside-providers.ts'

/** A secret of the opener, without which the popup's grant is useless. */
export const nonce = z.string().check(z.minLength(8), z.maxLength(200))
const name = storable.check(z.trim(), z.minLength(1), z.maxLength(100))
const email = z.string().check(z.maxLength(300))
const mailboxSchema = z.object({ nonce, email })
const common = {
  nonce,
  providerId: z._default(z.string(), GOOGLE_PROVIDER),
  authType: z.optional(z.string()),
}
const choiceSchema = z.union([
  z.object({ ...common, account: z.string() }),
  z.object({ ...common, name, email, codeId: storable, code: z.string() }),
  // strict: a malformed code must not be read as no code
  z.strictObject({ ...common, name, email: z.optional(email) }),
])
type Choice = z.infer<typeof choiceSchema>

/**
 * The demo's replacement for the popups of outside providers. `POST /popup/code` mails a code to the address of a new
 * demo account, `POST /popup/grant` creates the grant that the popup posts to its opener.
 */
export function mountDemoPopup(scope: FastifyInstance, identity: Identity): void {
  const script = readPageFile('popup.js')
  scope.get('/popup.js', (_request, reply) => sendPageFile(reply, 'popup.js', script))
  scope.post('/popup/code', async (request) => {
    checkApiKey(identity.apiKey, request)
    const body = parse(mailboxSchema, request.body)
    const mailbox = { ...body, email: normaliseEmail(body.email) }
    await limitMails(identity, { email: mailbox.email, address: identity.trustedAddress(request) })
    return { codeId: await sendDemoCode(identity, mailbox) }
  })
  scope.post('/popup/grant', async (request) => {
    checkApiKey(identity.apiKey, request)
    const choice = parse(choiceSchema, request.body)
    const provider = requireProvider(identity, choice.providerId)
    // a configured provider replaces the demo accounts
    check(!identity.clients[provider.method], 'OPERATION_NOT_ALLOWED')
    await limitWindows(identity, identity.trustedAddress(request))
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
    const person = findDemoPerson(provider, choice.account)
    check(person, 'USER_NOT_FOUND')
    return person
  }
  const { name } = choice
  // only Google accounts always have an address
  if (!choice.email && provider.providerId !== GOOGLE_PROVIDER) return unverifiedPerson(provider, { name })
  const person = { name, email: normaliseEmail(choice.email ?? '') }
  if (!('codeId' in choice)) return unverifiedPerson(provider, person)
  const { codeId: id, code, nonce } = choice
  const isProven = await takeDemoCode(identity, { id, code, nonce, email: person.email })
  check(isProven, 'INVALID_CODE')
  return verifiedPerson(provider, person)
}

function parse<T extends z.core.$ZodType>(schema: T, body: unknown): z.infer<T> {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new ToolkitError('INVALID_ARGUMENT', { cause: parsed.error })
}

const MAX_GUESSES = 5

type Mailbox = { email: string; nonce: string }

/** Mails a six-digit code to the address; returns the id under which it is checked. */
async function sendDemoCode(identity: Identity, { email, nonce }: Mailbox): Promise<string> {
  const id = newSecret()
  const code = newMailCode()
  const at = identity.now()
  await inTransaction(identity.db, async (trx) => {
    await trx
      .insertInto('identity.idp_codes')
      .values({
        id,
        nonce_hash: digest(nonce),
        email,
        code_hash: digest(id, code),
        expires_at: secondsAfter(at, DEMO_CODE_SECONDS),
      })
      .execute()
    await identity.sendMail(trx, {
      to: email,
      ...demoCodeMail(hostOf(identity), code),
      secretSeconds: DEMO_CODE_SECONDS,
    })
  })
  return id
}

/** Whether the code is right for this popup and mailbox; a right code is used up. */
async function takeDemoCode(
  identity: Identity,
  { id, code, email, nonce }: Mailbox & { id: string; code: string },
): Promise<boolean> {
  // counted and read in one statement, so that concurrent guesses count too
  const row = await identity.db
    .updateTable('identity.idp_codes')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', MAX_GUESSES)
    .where('expires_at', '>', identity.now())
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const isRight =
    row.code_hash === digest(id, code) && row.email === email && row.nonce_hash === digest(nonce)
  if (!isRight) return false
  const used = await identity.db
    .deleteFrom('identity.idp_codes')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
