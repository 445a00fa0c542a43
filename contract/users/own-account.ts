import * as z from 'zod/mini'
import { emailSchema, normaliseEmail, optionalText } from '../fields.ts'
import { accountTexts } from '../messages/account/account.ts'
import { codeSchema } from './sign-in.ts'

/** The form for a new address, which must differ from the current one. */
export function newEmailForm(email: string) {
  const isNew = z.refine<string>((value) => value !== normaliseEmail(email), accountTexts.email.same)
  return z.object({ newEmail: z.pipe(emailSchema, z.string().check(isNew)) })
}

/** The first code of a new authenticator app, and a name for it. */
export const totpForm = z.object({ code: codeSchema, name: optionalText(80) })
