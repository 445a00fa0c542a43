import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import {
  composeText,
  deletionSchema,
  idParams,
  oneLine,
  optionalLine,
  phoneSchema,
} from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'
import { tooLong } from '../../platform/texts/validation.ts'
import { addressFaults } from './address-format.ts'

/** Addresses that one account keeps. */
export const MAX_ADDRESSES = 20

/** An address as it was when an order was placed. */
export const postalAddressSchema = z.object({
  name: z.string(),
  company: z.nullable(z.string()),
  line1: z.string(),
  line2: z.nullable(z.string()),
  postcode: z.string(),
  city: z.string(),
  region: z.nullable(z.string()),
  /** Two letters of ISO 3166. */
  country: z.string(),
  phone: z.nullable(z.string()),
})

export const addressSchema = z.extend(postalAddressSchema, { _id: z.string(), phone: z.string() })
export type Address = z.infer<typeof addressSchema>

/** Single-line text whose country says whether it is required; absent, null and blank text is empty. */
function line(limit: number) {
  return z.pipe(
    z.optional(z.nullable(z.string().check(z.maxLength(limit, { error: tooLong(limit), abort: true })))),
    z.pipe(
      z.transform((value: string | null | undefined) => composeText(value?.trim() ?? '')),
      z.string().check(z.maxLength(limit, tooLong(limit)), oneLine),
    ),
  )
}

const fields = {
  name: line(100),
  company: optionalLine(100),
  line1: line(150),
  line2: optionalLine(150),
  postcode: line(20),
  city: line(100),
  region: optionalLine(100),
  country: line(2),
}

const isWritten = z.check<Parameters<typeof addressFaults>[0]>(
  ({ value, issues }) => {
    for (const { path, message } of addressFaults(value))
      issues.push({ code: 'custom', path: [path], message, input: value[path] })
  },
  // also where the phone is wrong: everything is said at once
  { when: ({ value }: { value: unknown }) => z.object(fields).safeParse(value).success },
)

/** An address that goods can be sent to: which fields it needs depends on its country (`address-format.ts`). */
export const newAddressSchema = z.object({ ...fields, phone: phoneSchema }).check(isWritten)
export type NewAddress = z.infer<typeof newAddressSchema>

/** One for an invoice needs no phone. */
export const billingAddressSchema = z
  .object({
    ...fields,
    phone: z.pipe(
      z.optional(z.nullable(phoneSchema)),
      z.transform((phone) => phone ?? null),
    ),
  })
  .check(isWritten)

export const listAddresses = defineEndpoint({
  ...routes.listAddresses,
  summary: 'The addresses of the account, the one used last first',
  access: 'signed-in',
  response: z.array(addressSchema),
})

export const createAddress = defineEndpoint({
  ...routes.createAddress,
  summary: 'Keep an address for the account',
  access: 'signed-in',
  body: newAddressSchema,
  response: addressSchema,
  status: 201,
  idempotent: true,
  errors: ['address_limit'],
})

export const updateAddress = defineEndpoint({
  ...routes.updateAddress,
  summary: 'Change an address; orders keep the one they were placed with',
  access: 'signed-in',
  own: { by: 'object', in: 'path' },
  params: idParams,
  body: z.partial(z.object({ ...fields, phone: phoneSchema })),
  response: addressSchema,
})

export const deleteAddress = defineEndpoint({
  ...routes.deleteAddress,
  summary: 'Delete an address; orders keep it',
  access: 'signed-in',
  own: { by: 'object', in: 'path' },
  params: idParams,
  response: deletionSchema,
})
