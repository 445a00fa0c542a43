import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { demoCodeMail, popupTexts as texts } from '#contract/people/sign-in/identity-texts.ts'
import type { PopupMethod } from '#contract/platform/auth/identity-methods.ts'
import { inTransaction } from '#database/open.ts'
import { GOOGLE_PROVIDER, normaliseEmail } from '../accounts/accounts.ts'
import { consumeRateLimit, limitMails } from '../accounts/rate-limits.ts'
import { requireProvider } from '../accounts/sign-in-methods.ts'
import { escapeHtml, pageFrame, serveFile } from '../http/pages.ts'
import { check } from '../http/toolkit-error.ts'
import { checkApiKey, parseRequest, storable } from '../http/toolkit-request.ts'
import { hostOf, type Identity } from '../identity.ts'
import { DEMO_CODE_SECONDS, digest, newSecret, newSixDigitCode, secondsAfter } from '../tokens/secrets.ts'
import { createGrant, type ExternalProvider, readClaims, withVerification } from './external-providers.ts'

/** A secret of the popup's opener, without which the grant cannot be used. */
export const nonceSchema = z.string().check(z.minLength(8), z.maxLength(200))
const emailSchema = z.string().check(z.maxLength(300))
const codeRequestSchema = z.object({ nonce: nonceSchema, email: emailSchema })
const commonFields = {
  nonce: nonceSchema,
  providerId: z._default(z.string(), GOOGLE_PROVIDER),
  authType: z.optional(z.string()),
}
const personFields = { ...commonFields, name: storable.check(z.trim(), z.minLength(1), z.maxLength(100)) }
const choiceSchema = z.union([
  z.object({ ...commonFields, account: z.string() }),
  z.object({ ...personFields, email: emailSchema, codeId: storable, code: z.string() }),
  // strict: a malformed code must not be read as no code
  z.strictObject({ ...personFields, email: z.optional(emailSchema) }),
])
type Choice = z.infer<typeof choiceSchema>

const MAX_GUESSES = 5

export function registerDemoPopup(scope: FastifyInstance, identity: Identity): void {
  serveFile(scope, 'popup.js')
  scope.post('/popup/code', async (request) => {
    checkApiKey(identity.apiKey, request)
    const body = parseRequest(codeRequestSchema, request.body)
    const mailbox = { ...body, email: normaliseEmail(body.email) }
    await limitMails(identity, { to: mailbox.email, ipAddress: identity.trustedIpAddress(request) })
    return { codeId: await sendDemoCode(identity, mailbox) }
  })
  scope.post('/popup/grant', async (request) => {
    checkApiKey(identity.apiKey, request)
    const choice = parseRequest(choiceSchema, request.body)
    const provider = requireProvider(identity, choice.providerId)
    check(!identity.clients[provider.method], 'OPERATION_NOT_ALLOWED')
    await consumeRateLimit(identity, 'popup', identity.trustedIpAddress(request))
    const grant = await createGrant(identity.db, {
      providerId: provider.providerId,
      profile: await readProfile(identity, provider, choice),
      nonce: choice.nonce,
      isReauthentication: choice.authType === 'reauthViaPopup',
      at: identity.now(),
    })
    return { grant }
  })
}

async function readProfile(identity: Identity, provider: ExternalProvider, choice: Choice) {
  if ('account' in choice) {
    const account = demoAccounts[provider.method].find(({ id }) => id === choice.account)
    check(account, 'USER_NOT_FOUND')
    return verifiedProfile(provider, account)
  }
  const { name } = choice
  // without a verified address the external identity is new each time, so that no one is impersonated
  const id = externalId(provider, newSecret())
  if (!choice.email && provider.providerId !== GOOGLE_PROVIDER) return readClaims({ id, name })
  const email = normaliseEmail(choice.email ?? '')
  if (!('codeId' in choice)) return readClaims({ id, name, email })
  check(await consumeDemoCode(identity, { ...choice, email }), 'INVALID_CODE')
  return verifiedProfile(provider, { name, email })
}

type CodeRequest = { email: string; nonce: string }

async function sendDemoCode(identity: Identity, { email, nonce }: CodeRequest): Promise<string> {
  const id = newSecret()
  const code = newSixDigitCode()
  const hashes = { nonce_hash: digest(nonce), code_hash: digest(id, code) }
  const expiresAt = secondsAfter(identity.now(), DEMO_CODE_SECONDS)
  await inTransaction(identity.db, async (trx) => {
    const row = { id, email, ...hashes, expires_at: expiresAt }
    await trx.insertInto('identity.idp_codes').values(row).execute()
    const mail = demoCodeMail(hostOf(identity), code)
    await identity.sendMail(trx, { to: email, ...mail, secretSeconds: DEMO_CODE_SECONDS })
  })
  return id
}

async function consumeDemoCode(
  identity: Identity,
  { codeId: id, code, email, nonce }: CodeRequest & { codeId: string; code: string },
): Promise<boolean> {
  // counted and read in one statement, so that concurrent guesses count too
  const row = await identity.db
    .updateTable('identity.idp_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', MAX_GUESSES)
    .where('expires_at', '>', identity.now())
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const isRight =
    row.code_hash === digest(id, code) && row.email === email && row.nonce_hash === digest(nonce)
  if (!isRight) return false
  const used = await identity.db.deleteFrom('identity.idp_codes').where('id', '=', id).executeTakeFirst()
  return used.numDeletedRows === 1n
}

type DemoAccount = { id: string; name: string; email?: string; screenName?: string }

const ada = { id: 'ada', name: 'Ada Practice', email: 'ada.practice@example.net', screenName: 'ada_practice' }

/** Ada has one address at all providers: after a sign-in by one, those not trusted for it ask to link the accounts. */
const demoAccounts: Record<PopupMethod, readonly DemoAccount[]> = {
  google: [ada, { id: 'max', name: 'Max Practice', email: 'max.practice@example.net' }],
  facebook: [ada, { id: 'fay', name: 'Fay Practice', email: 'fay.practice@example.net' }],
  github: [
    ada,
    { id: 'gil', name: 'Gil Practice', email: 'gil.practice@example.net', screenName: 'gil-practice' },
  ],
  twitter: [ada, { id: 'tom', name: 'Tom Practice', screenName: 'tom_practice' }],
  custom: [ada, { id: 'cam', name: 'Cam Practice', email: 'cam.practice@example.net' }],
}

function verifiedProfile(provider: ExternalProvider, { name, email, screenName }: Omit<DemoAccount, 'id'>) {
  const id = externalId(provider, email ?? `@${screenName}`)
  const profile = readClaims({ id, name, email, screenName })
  // in the demo, Google counts as the host of every address
  return withVerification(provider, profile, { isVerified: true, hostedDomain: profile.email?.split('@')[1] })
}

function externalId({ method }: ExternalProvider, seed: string): string {
  const prefix = method === 'google' ? '' : `${method}:`
  const number = BigInt(`0x${createHash('sha256').update(`practice:${prefix}${seed}`).digest('hex')}`)
  return `1${String(number % 10n ** 20n).padStart(20, '0')}`
}

const popupErrors = {
  INVALID_ARGUMENT: texts.fieldsMissing,
  INVALID_EMAIL: texts.fieldsMissing,
  INVALID_CODE: texts.codeWrong,
  TOO_MANY_ATTEMPTS_TRY_LATER: texts.tooMany,
  failed: texts.failed,
  noOpener: texts.noOpener,
}

export function demoPopupPage({ name: providerName, method }: ExternalProvider): string {
  const title = texts.title(providerName)
  const isGoogle = method === 'google'
  const errors = Object.entries(popupErrors).map(
    ([name, text]) => `<p data-problem="${name}">${escapeHtml(text)}</p>`,
  )
  const accounts = demoAccounts[method].map(
    ({ id, name, email, screenName }) => `<li><button type="button" class="account" data-account="${id}">
<span class="avatar" aria-hidden="true">${escapeHtml(name.charAt(0))}</span>
<span><b>${escapeHtml(name)}</b><small>${escapeHtml(email ?? texts.noAddress(screenName ?? ''))}</small></span>
</button></li>`,
  )
  const main = `<h1>${escapeHtml(title)}</h1>
<p class="quiet">${escapeHtml(texts.intro(providerName))}</p>
<p class="error" role="alert" id="problem" hidden></p>
<template id="texts">${errors.join('')}</template>
<h2>${escapeHtml(texts.ready)}</h2>
<ul class="accounts">
${accounts.join('\n')}
</ul>
<details>
<summary>${escapeHtml(texts.another)}</summary>
<form id="person" novalidate>
<label for="name">${escapeHtml(texts.name)}</label>
<input id="name" name="name" autocomplete="off" maxlength="100" required>
<label for="email">${escapeHtml(isGoogle ? texts.email : texts.emailIfAny)}</label>
<input id="email" name="email" type="email" autocomplete="off" maxlength="254" ${isGoogle ? 'required' : 'autocapitalize="off"'}>
<button type="submit" class="submit">${escapeHtml(texts.sendCode)}</button>
<button type="button" class="link" id="skip">${escapeHtml(texts.skipCode)}</button>
</form>
<form id="verification" novalidate hidden>
<p>${escapeHtml(texts.codeHint)} <a href="/identity/outbox" target="_blank" rel="noopener">${escapeHtml(texts.openOutbox)}</a></p>
<label for="code">${escapeHtml(texts.code)}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required>
<button type="submit" class="submit">${escapeHtml(texts.signIn)}</button>
</form>
</details>
<button type="button" id="cancel">${escapeHtml(texts.cancel)}</button>`
  return pageFrame({ title, script: 'popup.js', main })
}
