import * as z from 'zod/mini'
import { emailSchema, normaliseEmail, optionalText } from '../../platform/fields.ts'
import { codeSchema } from '../sign-in/sign-in.ts'
import { accountTexts } from './texts.ts'

export function newEmailForm(email: string) {
  const isNew = z.refine<string>((value) => value !== normaliseEmail(email), accountTexts.email.same)
  return z.object({ newEmail: z.pipe(emailSchema, z.string().check(isNew)) })
}

export const totpForm = z.object({ code: codeSchema, name: optionalText(80) })
