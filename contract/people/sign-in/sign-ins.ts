import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { deletionSchema, idParams, pageFields, timeSchema } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'

/** A sign-in on one device; `lastSeenAt` is the time of the last access token. */
export const signInRecordSchema = z.object({
  _id: z.string(),
  device: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema,
  current: z.boolean(),
})
export type SignInRecord = z.infer<typeof signInRecordSchema>

export const deviceIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{8,64}$/, 'device must be 8 to 64 letters, digits, _ or -'))

export const listSignIns = defineEndpoint({
  ...routes.listSignIns,
  summary: 'Sign-ins of the caller that have not ended, newest first',
  access: 'signed-in',
  query: z.object(pageFields(100)),
  response: z.array(signInRecordSchema),
})

export const endSignIn = defineEndpoint({
  ...routes.endSignIn,
  summary: 'End one sign-in of the caller and revoke its tokens',
  access: 'signed-in',
  own: { by: 'object', in: 'path' },
  params: idParams,
  response: deletionSchema,
})

export const endOtherSignIns = defineEndpoint({
  ...routes.endOtherSignIns,
  summary: 'End all other sign-ins of the caller',
  access: 'signed-in',
  response: z.object({ deletedCount: z.int() }),
})
