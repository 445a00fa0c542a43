import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { GOOGLE_PROVIDER } from './accounts.ts'
import { checkApiKey } from './api-key.ts'
import { foldAddress } from './emails.ts'
import type { Identity } from './identity.ts'
import { createGrant } from './idp-grants.ts'
import { takeMail } from './mail-limits.ts'
import { requireProvider } from './methods.ts'
import type { OutsidePerson } from './outside-person.ts'
import type { OutsideProvider } from './outside-providers.ts'
import { readPageFile, sendPage, sendPageFile } from './pages.ts'
import { popupPage } from './popup-page.ts'
import { provenPerson, readyPerson, unprovenPerson } from './practice-accounts.ts'
import { sendPracticeCode, takePracticeCode } from './practice-codes.ts'
import { digest } from './secrets.ts'
import { storable } from './toolkit-body.ts'
import { check, ToolkitError, tooManyCalls } from './toolkit-error.ts'

const nonce = z.string().check(z.minLength(8), z.maxLength(200))
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
 * The demo's stand-in for the sign-in windows of outside providers. `GET /popup` shows it, `POST /popup/code`
 * mails a code to a new practice account's address, `POST /popup/grant` makes the proof that the window posts
 * to its opener.
 */
export function mountPopup(scope: FastifyInstance, identity: Identity): void {
  scope.get<{ Querystring: { providerId?: string } }>('/popup', (request, reply) => {
    checkApiKey(identity.apiKey, request, 'apiKey')
    const provider = requireProvider(identity, request.query.providerId ?? GOOGLE_PROVIDER)
    return sendPage(reply, popupPage(provider))
  })
  for (const file of ['popup.js', 'pages.css'] as const) {
    const content = readPageFile(file)
    scope.get(`/${file}`, (_request, reply) => sendPageFile(reply, file, content))
  }
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

async function takeGrantAllowance({ limit, limits }: Identity, address: string | undefined): Promise<void> {
  if (address === undefined) return
  const rule = { points: limits.signUpsPerHour, seconds: 3600 }
  const wait = await limit(`identity:popup:${address}`, rule)
  if (wait !== undefined) throw tooManyCalls(wait)
}

function parse<T extends z.core.$ZodType>(schema: T, body: unknown): z.infer<T> {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new ToolkitError('INVALID_ARGUMENT', { cause: parsed.error })
}
