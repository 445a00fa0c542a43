import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, type SelectQueryBuilder, type Simplify, type SqlBool, sql } from 'kysely'
import { invalidRequest } from './api-error.ts'

/** Form-encoded parameters, with brackets for nesting (`metadata[orderId]=…`). */
export type Form = URLSearchParams

const METADATA_KEYS = 50
const METADATA_KEY_LENGTH = 40
const METADATA_VALUE_LENGTH = 500
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Passes the body of a form-encoded request on as a string; removes the parsers of other content types. */
export function acceptForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, readBody)
}

async function readBody(_request: FastifyRequest, body: string): Promise<string> {
  return body
}

/** Parses body or query; rejects NUL, which PostgreSQL cannot store. */
export function readForm(text: string): Form {
  const form = new URLSearchParams(text)
  for (const [name, value] of form) {
    if (name.includes('\0') || value.includes('\0')) {
      throw invalidRequest('Invalid string: null bytes are not allowed')
    }
  }
  return form
}

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
  const number = /^-?\d{1,12}$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) {
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  }
  return number
}

export function readMetadata(form: Form): Record<string, string> {
  const pairs = [...form].flatMap(([name, value]): [string, string][] => {
    const key = /^metadata\[([^[\]]+)\]$/.exec(name)?.[1]
    return key === undefined || value === '' ? [] : [[key, value]]
  })
  const isTooLong = pairs.some(
    ([key, value]) => key.length > METADATA_KEY_LENGTH || value.length > METADATA_VALUE_LENGTH,
  )
  if (isTooLong || pairs.length > METADATA_KEYS) {
    throw invalidRequest(
      `Metadata can have up to ${METADATA_KEYS} keys of up to ${METADATA_KEY_LENGTH} characters and values up to ${METADATA_VALUE_LENGTH}.`,
      { param: 'metadata' },
    )
  }
  return Object.fromEntries(pairs)
}

export function rejectUnknownFields(form: Form, known: string[]): void {
  for (const name of form.keys()) {
    const root = name.split('[', 1)[0] ?? name
    if (root !== 'key' && !known.includes(root)) {
      throw invalidRequest(`Received unknown parameter: ${root}`, { code: 'parameter_unknown', param: root })
    }
  }
}

export function newCardId(prefix: 'pi' | 'ch' | 'pm' | 're' | 'du' | 'txn' | 'evt' | 'req'): string {
  return `${prefix}_${randomText(prefix === 'req' ? 14 : 24)}`
}

export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}

export function isCardId(text: string): boolean {
  return /^[a-z]{2,4}_[A-Za-z0-9]{1,64}$/.test(text)
}

type ListedTable = 'cards.intents' | 'cards.refunds' | 'cards.disputes'
type List<DB, TB extends keyof DB, Row, Body> = {
  table: ListedTable
  url: string
  query: SelectQueryBuilder<DB, TB, Row>
  toBody: (row: Simplify<Row>) => Body
}

/** One page of the rows of `query`, newest first. */
export async function listPage<DB, TB extends keyof DB, Row, Body>(
  form: Form,
  { table, url, query, toBody }: List<DB, TB, Row, Body>,
) {
  const limit = readInteger(form, 'limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid integer: limit must be between 1 and 100', { param: 'limit' })
  }
  const at = sql.ref(`${table}.created_at`)
  const id = sql.ref(`${table}.id`)
  // one row more shows whether another page follows
  const rows = await query
    .where(sql.join<SqlBool>(filterConditions(form, table), sql` and `))
    .orderBy(sql`${at} desc, ${id} desc`)
    .limit(limit + 1)
    .execute()
  return { object: 'list', url, has_more: rows.length > limit, data: rows.slice(0, limit).map(toBody) }
}

function filterConditions(form: Form, table: ListedTable): RawBuilder<unknown>[] {
  const at = sql.ref(`${table}.created_at`)
  const since = readInteger(form, 'created[gte]')
  const until = readInteger(form, 'created[lt]')
  const after = readText(form, 'starting_after')
  const intentId = table === 'cards.intents' ? undefined : readText(form, 'payment_intent')
  const conditions = [sql`true`]
  if (since !== undefined) conditions.push(sql`${at} >= ${new Date(since * 1000)}`)
  if (until !== undefined) conditions.push(sql`${at} < ${new Date(until * 1000)}`)
  if (intentId !== undefined) conditions.push(sql`${sql.ref(`${table}.intent_id`)} = ${intentId}`)
  if (after !== undefined) {
    const last = sql`select last.created_at, last.id from ${sql.table(table)} as last where last.id = ${after}`
    conditions.push(sql`(${at}, ${sql.ref(`${table}.id`)}) < (${last})`)
  }
  return conditions
}
