import * as z from 'zod/mini'
import { emailSchema, foldEmail, optionalText } from '../fields.ts'
import { accountTexts } from '../messages/account/account.ts'
import { codeSchema } from './sign-in.ts'

/** Another address for the account: not the one it has. */
export function newEmailForm(email: string) {
  const isNew = z.refine<string>((value) => value !== foldEmail(email), accountTexts.email.same)
  return z.object({ newEmail: z.pipe(emailSchema, z.string().check(isNew)) })
}

/** The first code of a new authenticator app, and its owner's name for it. */
export const totpForm = z.object({ code: codeSchema, name: optionalText(80) })
