import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import { emailSchema, idParams } from '../../platform/fields.ts'
import { routes } from '../../platform/routes.ts'

/** Says neither whether the address had asked before nor whether it has an account. */
export const stockNoticeSchema = z.object({ email: z.string() })

export const askForNotice = defineEndpoint({
  ...routes.askForNotice,
  summary:
    'Ask for one mail when a part that is sold out is for sale again; the response is the same for an address that has asked already',
  access: 'public',
  params: idParams,
  body: z.object({ email: emailSchema }),
  response: stockNoticeSchema,
  errors: ['not_found', 'part_for_sale', 'too_many_requests'],
})
