import { idPattern } from '#contract/fields.ts'

export type KeyKind = 'time' | 'id' | 'integer' | 'text'
export type KeyValue = string | number
export type Cursor = { sort: string; values: KeyValue[] }

export const keyTypes = { time: 'timestamptz', id: 'uuid', integer: 'bigint', text: 'text' } as const

export function writeCursor(sort: string, values: KeyValue[]): string {
  return Buffer.from(JSON.stringify([sort, ...values])).toString('base64url')
}

export function readCursor(text: string): Cursor | undefined {
  const parts = parse(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(parts)) return undefined
  const [sort, ...values] = parts
  if (typeof sort !== 'string' || !values.every(isText)) return undefined
  return writeCursor(sort, values) === text ? { sort, values } : undefined
}

export function isKeyValue(kind: KeyKind, value: unknown): boolean {
  if (kind === 'integer') return Number.isSafeInteger(value)
  if (typeof value !== 'string') return false
  if (kind === 'id') return idPattern.test(value)
  if (kind === 'time') return isTime(value)
  return value.isWellFormed() && !value.includes('\0')
}

function isText(value: unknown): value is KeyValue {
  return typeof value === 'string' || typeof value === 'number'
}

function isTime(value: string): boolean {
  if (!/^[1-9]\d{3}-/.test(value)) return false
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString() === value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
