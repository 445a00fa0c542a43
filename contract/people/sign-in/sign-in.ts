import * as z from 'zod/mini'
import { validationTexts as texts } from '../../platform/texts/validation.ts'

/** Characters without dashes: 60 bits, hashed with a secret, cannot be guessed from a copy of the database. */
export const RECOVERY_CODE_LENGTH = 12

const TYPED_LENGTH = 100

function codeText(message: string) {
  return z.pipe(
    z.string({ error: texts.codeRequired }).check(z.maxLength(TYPED_LENGTH, { error: message, abort: true })),
    z.transform((typed: string) => typed.replace(/\s/g, '')),
  )
}

export const codeSchema = z.pipe(
  codeText(texts.codeInvalid),
  z
    .string()
    .check(z.minLength(1, { error: texts.codeRequired, abort: true }), z.regex(/^\d{6}$/, texts.codeInvalid)),
)

export const codeForm = z.object({ code: codeSchema })

/** Case and dashes are ignored. */
const recoveryCodePattern = new RegExp(`^(-*[a-z0-9]){${RECOVERY_CODE_LENGTH}}-*$`, 'i')

export const recoveryCodeForm = z.object({
  code: z.pipe(
    codeText(texts.recoveryCodeInvalid),
    z
      .string()
      .check(
        z.minLength(1, { error: texts.codeRequired, abort: true }),
        z.regex(recoveryCodePattern, texts.recoveryCodeInvalid),
      ),
  ),
})

/** A phone number in E.164 format; spaces, dots, dashes and parentheses are removed. */
export const dialledNumberSchema = z.pipe(
  z.pipe(
    z
      .string({ error: texts.phoneRequired })
      .check(z.maxLength(TYPED_LENGTH, { error: texts.phoneWithoutCountry, abort: true })),
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
