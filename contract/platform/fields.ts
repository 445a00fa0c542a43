import * as z from 'zod/mini'
import { sortsOf } from './list-sort.ts'
import { validationTexts as texts, tooLong } from './texts/validation.ts'

/** Ids: UUIDs in canonical lower-case form, opaque to callers. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const idSchema = z.string().check(z.regex(idPattern))
export const idParams = z.object({ id: idSchema })

/** The address pattern of HTML's `type=email`, with at least one dot in the domain. */
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** RFC 2047: a mail server may decode such a local part and deliver to another address. */
function hasEncodedWord(email: string): boolean {
  const start = email.indexOf('=?')
  return start >= 0 && email.indexOf('?=', start + 2) > 0
}

const markRun = /\p{M}{31}/u

/**
 * Normalises to NFC, except text with more than 30 combining marks in a row (UAX #15, Stream-Safe Text Format), which takes
 * quadratic time.
 */
export function composeText(text: string): string {
  return markRun.test(text) ? text : text.normalize('NFC')
}

/** Normalises an address for comparison: trimmed, NFC, lower case. */
export function normaliseEmail(email: string): string {
  return composeText(email.trim()).toLowerCase()
}

/** Limits the text as sent, before costly checks. */
export function boundedText(limit: number, message?: string) {
  return z
    .string(message === undefined ? undefined : { error: message })
    .check(z.maxLength(limit, { error: tooLong(limit), abort: true }))
}

/** A list whose length is checked before its items are read. */
export function boundedList<T extends z.ZodMiniType>(
  item: T,
  { max, message }: { max: number; message: string },
) {
  const counted = z.array(z.custom<z.input<T>>()).check(z.maxLength(max, { error: message, abort: true }))
  // repeated for the documentation, which describes the output type
  return z.pipe(counted, z.array(item).check(z.maxLength(max, message)))
}

/** Comma-separated values of one query parameter without duplicates; `characters` limits the total length. */
export function commaList<T extends z.ZodMiniType<unknown, string>>(
  item: T,
  { max, characters }: { max: number; characters: number },
) {
  const message = texts.tooManyValues(max)
  const split = (value: string) => [...new Set(value.split(',').filter((part) => part.trim() !== ''))]
  return z.pipe(
    z.string().check(z.maxLength(characters, { error: message, abort: true })),
    z.pipe(z.transform(split), boundedList(item, { max, message })),
  )
}

const EMAIL_LENGTH = 254

export const emailSchema = z.pipe(
  z.pipe(boundedText(EMAIL_LENGTH, texts.emailRequired), z.transform(normaliseEmail)),
  z.string().check(
    z.minLength(1, { error: texts.emailRequired, abort: true }),
    z.maxLength(EMAIL_LENGTH, { error: tooLong(EMAIL_LENGTH), abort: true }),
    z.regex(emailPattern, { error: texts.emailInvalid, abort: true }),
    z.refine((email: string) => !hasEncodedWord(email), { error: texts.emailInvalid }),
  ),
)
export const emailParams = z.object({ email: emailSchema })

/** Required text: not blank, at most `limit` characters as sent; trimmed, NFC. */
export function requiredText(limit: number, message: string) {
  return z.pipe(
    boundedText(limit, message),
    z.pipe(
      z.transform((value: string) => composeText(value.trim())),
      // some letters are longer in NFC
      z.string().check(z.minLength(1, { error: message, abort: true }), z.maxLength(limit, tooLong(limit))),
    ),
  )
}

/** Optional text of at most `limit` characters as sent: an absent, null or blank value becomes null. */
export function optionalText(limit: number) {
  return z.pipe(
    z.optional(z.nullable(boundedText(limit))),
    z.pipe(
      z.transform((value: string | null | undefined) => composeText(value?.trim() ?? '') || null),
      z.nullable(z.string().check(z.maxLength(limit, tooLong(limit)))),
    ),
  )
}

/** A number, or plain decimal text ("3", "12.50"). The error for other text is `invalid`, for blank text and anything else `required`. */
export function plainNumber(required: string, invalid = required) {
  const text = z.string().check(z.regex(/^-?\d{1,300}(\.\d{1,10})?$/))
  const error = ({ input }: { input?: unknown }) =>
    typeof input === 'string' && input.trim() !== '' ? invalid : required
  return z.pipe(z.union([z.number(), z.pipe(text, z.transform(Number))], { error }), z.number())
}

/** An integer from `min` to the maximum of PostgreSQL's `integer`. */
export function wholeNumber({ min, required, below }: { min: number; required: string; below: string }) {
  return z.pipe(
    plainNumber(required, texts.notWholeNumber),
    z.number().check(
      z.refine((value: number) => Number.isInteger(value), { error: texts.wholeNumber, abort: true }),
      z.minimum(min, below),
      z.maximum(2_147_483_647, texts.numberTooHigh),
    ),
  )
}

/** A phone number: digits and spaces, with or without a leading +; a number becomes text. */
export const phoneSchema = z.pipe(
  z.pipe(z.union([z.string(), z.number()], { error: texts.phoneRequired }), z.transform(String)),
  z.pipe(
    z.pipe(
      boundedText(40),
      z.transform((value: string) => value.trim()),
    ),
    z.string().check(
      z.minLength(1, texts.phoneRequired),
      // an empty text has its own error
      z.regex(/^(?:\+? *\d[\d ]*)?$/, texts.phoneInvalid),
    ),
  ),
)

/** An id in a body or query; any other text finds nothing. */
export const idText = boundedText(200)

export const timeSchema = z.iso.datetime()
export const deletionSchema = z.object({ deletedCount: z.literal(1) })

export function pageFields(defaultLimit: number) {
  const limit = z.pipe(
    z.string().check(z.regex(/^\d{1,4}$/, 'limit must be a whole number from 1 to 1,000')),
    z.pipe(
      z.transform(Number),
      z.int().check(z.minimum(1, 'limit starts at 1'), z.maximum(1000, 'limit ends at 1,000')),
    ),
  )
  return {
    limit: z._default(z.union([z.number(), limit]), defaultLimit),
    // the cursor of a list by name contains the name, of up to 200 characters, in Base64 of JSON
    after: z.optional(boundedText(2000)),
  }
}

/** The query of a list whose order the caller chooses among the fields `names` (by default newest first), and which is counted if asked. */
export function sortedPageFields<const Name extends string>(defaultLimit: number, names: readonly Name[]) {
  return {
    ...pageFields(defaultLimit),
    sort: z.optional(z.enum(sortsOf(names))),
    count: z.optional(z.literal('true')),
  }
}

/** No control characters, line or paragraph separators, or explicit direction characters (UAX #9), which disguise names. */
export const oneLine = z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u, {
  error: texts.oneLine,
  abort: true,
})

export function requiredLine(limit: number, message: string) {
  return z.pipe(requiredText(limit, message), z.string().check(oneLine))
}

/** Optional single-line text: an absent, null or blank value becomes null. */
export function optionalLine(limit: number) {
  return z.pipe(optionalText(limit), z.nullable(z.string().check(oneLine)))
}

/** Makes text of an external provider valid for `oneLine`: removes or replaces characters, and truncates. Null for blank text. */
export function cleanLine(text: string, limit: number): string | null {
  const line = text
    .slice(0, 4 * limit)
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .toWellFormed()
    .normalize('NFC')
    .trim()
    .slice(0, limit)
    // half of a surrogate pair
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
  return line || null
}
