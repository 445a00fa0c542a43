import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ToolkitError } from './toolkit-error.ts'

/** PostgreSQL stores neither NUL nor lone surrogates. */
export const storable = z
  .string()
  .check(z.refine((value: string) => value.isWellFormed() && !value.includes('\0')))
const text = z.optional(z.nullable(storable))
const flag = z.optional(z.nullable(z.boolean()))
const texts = z.optional(z.nullable(z.array(storable)))
const object = <T extends z.core.$ZodShape>(shape: T) => z.optional(z.nullable(z.looseObject(shape)))

/** All fields of all calls. As in Identity Toolkit, other top-level fields are rejected; null counts as absent. */
export const bodySchema = z.strictObject({
  autoCreate: flag,
  canHandleCodeInApp: flag,
  captchaResp: text,
  captchaResponse: text,
  clientType: text,
  code: text,
  continueUri: text,
  continueUrl: text,
  deleteAttribute: texts,
  deleteProvider: texts,
  displayName: text,
  email: text,
  grant_type: text,
  idToken: text,
  identifier: text,
  mfaEnrollmentId: text,
  mfaPendingCredential: text,
  newEmail: text,
  newPassword: text,
  oobCode: text,
  operation: text,
  password: text,
  pendingToken: text,
  phoneEnrollmentInfo: object({ phoneNumber: text }),
  phoneNumber: text,
  phoneSignInInfo: object({}),
  phoneVerificationInfo: object({ sessionInfo: text, code: text }),
  photoUrl: text,
  postBody: text,
  providerId: text,
  recaptchaToken: text,
  recaptchaVersion: text,
  refresh_token: text,
  requestType: text,
  requestUri: text,
  returnIdpCredential: flag,
  returnSecureToken: flag,
  sessionId: text,
  sessionInfo: text,
  temporaryProof: text,
  tenantId: text,
  token: text,
  tokenType: text,
  totpEnrollmentInfo: object({}),
  totpVerificationInfo: object({ sessionInfo: text, verificationCode: text }),
})
export type ToolkitBody = z.infer<typeof bodySchema>

/** Parses the body of a call; a missing or null body counts as empty. Throws a `ToolkitError` with `rpcStatus` INVALID_ARGUMENT. */
export function parseToolkitBody(value: unknown): ToolkitBody {
  const parsed = bodySchema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const problem =
    issue?.code === 'unrecognized_keys'
      ? `Unknown name ${JSON.stringify(issue.keys[0])}: Cannot find field.`
      : `Invalid value at ${JSON.stringify(issue?.path.join('.') || 'body')}`
  throw new ToolkitError(`Invalid JSON payload received. ${problem}`, { rpcStatus: 'INVALID_ARGUMENT' })
}

export function parseRequest<T extends z.core.$ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw new ToolkitError('INVALID_ARGUMENT', { cause: parsed.error })
}

/** The key is public: it keeps out clients of other installations, not attackers. */
export function checkApiKey(apiKey: string, request: FastifyRequest, name = 'key'): void {
  const key = new URLSearchParams(request.url.split('?')[1]).get(name)
  if (!key) {
    const details = { status: 403, reason: 'forbidden', rpcStatus: 'PERMISSION_DENIED' }
    throw new ToolkitError('The request is missing a valid API key.', details)
  }
  if (key !== apiKey) {
    const details = { reason: 'badRequest', rpcStatus: 'INVALID_ARGUMENT' }
    throw new ToolkitError('API key not valid. Please pass a valid API key.', details)
  }
}
