import * as z from 'zod/mini'
import { validationTexts as texts, tooLong } from './messages/validation.ts'

const codeText = z.pipe(
  z.string({ error: texts.codeRequired }),
  z.transform((typed: string) => typed.replace(/\s/g, '')),
)

/** The six digits of an app or of a text message, in whatever groups they were typed. */
export const codeSchema = z.pipe(
  codeText,
  z
    .string()
    .check(z.minLength(1, { error: texts.codeRequired, abort: true }), z.regex(/^\d{6}$/, texts.codeInvalid)),
)

export const codeForm = z.object({ code: codeSchema })

export const recoveryCodeForm = z.object({
  code: z.pipe(
    codeText,
    z.string().check(
      z.minLength(1, { error: texts.codeRequired, abort: true }),
      z.maxLength(100, tooLong(100)),
      // six digits would be taken for a code of the factor itself
      z.refine((code: string) => !/^\d{6}$/.test(code), { error: texts.recoveryCodeInvalid }),
    ),
  ),
})

/** A number as every country dials it (E.164), in whatever groups it was typed. */
export const dialledNumberSchema = z.pipe(
  z.pipe(
    z.string({ error: texts.phoneRequired }),
    z.transform((typed: string) => typed.replace(/[\s().-]/g, '')),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: texts.phoneRequired, abort: true }),
      z.regex(/^\+[1-9]\d{6,14}$/, texts.phoneWithoutCountry),
    ),
)

export const dialledNumberForm = z.object({ phone: dialledNumberSchema })
