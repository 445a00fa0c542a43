import { invalidRequest } from './api-error.ts'

/** The parameters of a request: form-encoded, with brackets for nesting (`metadata[orderId]=…`). */
export type Form = URLSearchParams

const METADATA_KEYS = 50
const METADATA_KEY_LENGTH = 40
const METADATA_VALUE_LENGTH = 500

/** Parses body or query; refuses NUL, which PostgreSQL cannot store. */
export function readForm(text: string): Form {
  const form = new URLSearchParams(text)
  for (const [name, value] of form) {
    if (name.includes('\0') || value.includes('\0')) {
      throw invalidRequest('Invalid string: null bytes are not allowed')
    }
  }
  return form
}

/** The value of a parameter; absent and empty mean the same. */
export function readText(form: Form, name: string, maxLength = 500): string | undefined {
  const value = form.get(name)
  if (!value) return undefined
  if (value.length > maxLength) {
    throw invalidRequest(`Invalid string: ${name} must be at most ${maxLength} characters`, { param: name })
  }
  return value
}

export function requireText(form: Form, name: string): string {
  const value = readText(form, name)
  if (value === undefined) {
    throw invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  }
  return value
}

export function readInteger(form: Form, name: string): number | undefined {
  const value = readText(form, name)
  if (value === undefined) return undefined
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) {
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  }
  return number
}

export function readChoice(form: Form, name: string, choices: string[]): string | undefined {
  const value = readText(form, name)
  if (value === undefined || choices.includes(value)) return value
  throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name })
}

/** The members to be returned as objects instead of ids. */
export function readExpand(form: Form, expandable: string[]): string[] {
  const wanted = [...form].flatMap(([name, value]) => (/^expand(\[\d*\])?$/.test(name) ? [value] : []))
  const refused = wanted.find((name) => !expandable.includes(name))
  if (refused === undefined) return wanted
  throw invalidRequest(`This property cannot be expanded (${refused.slice(0, 100)}).`, { param: 'expand' })
}

export function readMetadata(form: Form): Record<string, string> {
  const pairs = [...form].flatMap(([name, value]): [string, string][] => {
    const key = /^metadata\[([^[\]]+)\]$/.exec(name)?.[1]
    return key === undefined || value === '' ? [] : [[key, value]]
  })
  const tooLong = pairs.find(
    ([key, value]) => key.length > METADATA_KEY_LENGTH || value.length > METADATA_VALUE_LENGTH,
  )
  if (tooLong) {
    throw invalidRequest(
      `Metadata keys can have up to ${METADATA_KEY_LENGTH} characters and values up to ${METADATA_VALUE_LENGTH}.`,
      { param: 'metadata' },
    )
  }
  if (pairs.length > METADATA_KEYS) {
    throw invalidRequest(`Metadata can have up to ${METADATA_KEYS} keys.`, { param: 'metadata' })
  }
  return Object.fromEntries(pairs)
}

/** Refuses parameters that the sandbox would ignore. */
export function refuseUnknown(form: Form, known: string[]): void {
  for (const name of form.keys()) {
    const root = name.split('[', 1)[0] ?? name
    if (root !== 'key' && !known.includes(root)) {
      throw invalidRequest(`Received unknown parameter: ${root}`, { code: 'parameter_unknown', param: root })
    }
  }
}
