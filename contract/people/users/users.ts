import * as z from 'zod/mini'
import { roles } from '../../platform/auth/roles.ts'
import { defineEndpoint } from '../../platform/endpoint.ts'
import {
  boundedText,
  cleanLine,
  deletionSchema,
  emailParams,
  emailSchema,
  idParams,
  normaliseEmail,
  optionalLine,
  phoneSchema,
  requiredLine,
  sortedPageFields,
  timeSchema,
} from '../../platform/fields.ts'
import { isSharedPicture } from '../../platform/files/pictures.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts as texts, tooLong } from '../../platform/texts/validation.ts'
import { deviceIdSchema } from '../sign-in/sign-ins.ts'

export const roleSchema = z.enum(roles)
export const userSchema = z.object({
  _id: z.string(),
  email: z.nullable(z.string()),
  role: roleSchema,
  displayName: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
  education: z.nullable(z.string()),
  location: z.nullable(z.string()),
  number: z.nullable(z.string()),
  linkedin: z.nullable(z.string()),
  createdAt: timeSchema,
  disabled: z.boolean(),
})
export type User = z.infer<typeof userSchema>

/** A user in the list for admins. `emailVerified` is null if the identity provider does not say. */
export const listedUserSchema = z.extend(userSchema, { emailVerified: z.nullable(z.boolean()) })
export type ListedUser = z.infer<typeof listedUserSchema>

const webAddress = z.pipe(
  optionalLine(500),
  z.nullable(
    z.string().check(
      z.refine((value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
        error: texts.linkInvalid,
      }),
    ),
  ),
)

const NAME_LENGTH = 80

const photoAddress = z.pipe(
  optionalLine(500),
  z.nullable(
    z.string().check(z.refine((value: string) => isSharedPicture(value), { error: texts.pictureInvalid })),
  ),
)

/** Applies the rules of profiles to name and photo of an identity token: cleans the name, and drops an invalid photo. */
export function cleanProfile({ name, photo }: { name: string | null; photo: string | null }) {
  const address = photoAddress.safeParse(photo)
  return {
    name: name === null ? null : cleanLine(name, NAME_LENGTH),
    photo: address.success ? address.data : null,
  }
}

/** Absent fields do not change; null or blank clears a field, except `displayName`, which refuses both. */
export const profileSchema = z.object({
  displayName: z.optional(requiredLine(NAME_LENGTH, texts.nameRequired)),
  photoURL: z.optional(photoAddress),
  education: z.optional(optionalLine(200)),
  location: z.optional(optionalLine(200)),
  number: z.optional(
    z.pipe(
      z.union([z.string(), z.number(), z.null()]),
      z.pipe(
        z.transform((value: string | number | null) => (String(value ?? '').trim() === '' ? null : value)),
        z.nullable(phoneSchema),
      ),
    ),
  ),
  linkedin: z.optional(webAddress),
})

export function signInSchema(minLength: number) {
  return z.object({ email: emailSchema, password: passwordSchema(minLength) })
}

export function registerSchema(minLength: number) {
  return z.object({
    name: requiredLine(NAME_LENGTH, texts.nameRequired),
    email: emailSchema,
    password: passwordSchema(minLength),
  })
}

export function newPasswordSchema(minLength: number) {
  return z.object({ password: passwordSchema(minLength) })
}

export function passwordSchema(minLength: number) {
  const short = texts.passwordShort.replace('6', String(minLength))
  return z
    .string({ error: texts.passwordRequired })
    .check(
      z.minLength(1, { error: texts.passwordRequired, abort: true }),
      z.maxLength(4096, { error: tooLong(4096), abort: true }),
      z.minLength(minLength, short),
    )
}

export const exchangeToken = defineEndpoint({
  ...routes.exchangeToken,
  summary: 'Exchange an ID token for an access token; creates or updates the account',
  access: 'identity-token',
  own: { by: 'email', in: 'path' },
  params: emailParams,
  body: z.object({
    email: z.optional(z.pipe(boundedText(254), z.transform(normaliseEmail))),
    device: z.optional(deviceIdSchema),
  }),
  response: z.object({ token: z.string(), user: userSchema }),
})

export const getUser = defineEndpoint({
  ...routes.getUser,
  summary: 'One profile',
  access: 'signed-in',
  own: { by: 'email', in: 'path', others: 'customers.read' },
  params: emailParams,
  response: userSchema,
  errors: ['not_found'],
})

export const updateUser = defineEndpoint({
  ...routes.updateUser,
  summary: 'Change a profile',
  access: 'signed-in',
  own: { by: 'email', in: 'path', others: 'customers.write' },
  params: emailParams,
  body: profileSchema,
  response: userSchema,
  errors: ['not_found'],
})

export const deleteAccount = defineEndpoint({
  ...routes.deleteAccount,
  summary:
    'Delete the account and its personal data; orders stay anonymised. Requires an ID token of a sign-in of the last five minutes, with the second factor if the account has one',
  access: 'identity-token',
  own: { by: 'email', in: 'path' },
  params: emailParams,
  response: deletionSchema,
  errors: ['sign_in_too_old', 'not_found', 'open_orders', 'open_dispute', 'last_admin'],
})

export const getAdminFlag = defineEndpoint({
  ...routes.getAdminFlag,
  summary: 'Whether the account is an admin and not disabled',
  access: 'signed-in',
  own: { by: 'email', in: 'path', others: 'customers.read' },
  params: emailParams,
  response: z.object({ admin: z.boolean() }),
  errors: ['not_found'],
})

export const SEARCH_LENGTH = 100

export const listUsers = defineEndpoint({
  ...routes.listUsers,
  summary: 'Accounts; with disabled=true including disabled ones',
  access: { permission: 'customers.read' },
  query: z.object({
    ...sortedPageFields(100, ['createdAt', 'email']),
    q: z.optional(boundedText(SEARCH_LENGTH)),
    role: z.optional(z.enum([...roles, 'staff'])),
    disabled: z._default(z.enum(['true', 'false']), 'false'),
  }),
  response: z.array(listedUserSchema),
})

const confirmUnverified = z.optional(z.boolean({ error: texts.trueOrFalse }))

export const setRole = defineEndpoint({
  ...routes.setRole,
  summary:
    'Give an account a role, or with `user` none. A staff role for an address that is not verified requires confirmUnverified',
  access: { permission: 'staff.write' },
  params: emailParams,
  body: z.object({ role: roleSchema, confirmUnverified }),
  response: userSchema,
  errors: ['not_found', 'email_unverified', 'identity_unavailable', 'last_admin', 'own_role'],
})

export const promoteUser = defineEndpoint({
  ...routes.promoteUser,
  summary: 'Make an account an admin. An address that is not verified requires confirmUnverified',
  access: { permission: 'staff.write' },
  params: emailParams,
  body: z.object({ confirmUnverified }),
  response: userSchema,
  errors: ['not_found', 'email_unverified', 'identity_unavailable'],
})

export const demoteUser = defineEndpoint({
  ...routes.demoteUser,
  summary: 'Revoke the admin role; another role stays',
  access: { permission: 'staff.write' },
  params: emailParams,
  response: userSchema,
  errors: ['not_found', 'last_admin', 'own_role'],
})

export const removeUser = defineEndpoint({
  ...routes.removeUser,
  summary: 'Disable an account: its tokens are revoked, its orders stay',
  access: { permission: 'customers.write' },
  params: idParams,
  response: deletionSchema,
  errors: ['own_account', 'last_admin'],
})
