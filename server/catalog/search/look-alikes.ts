import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { all, matches, onSale } from '../products/list-query.ts'
import { hasDigit, partNumberKey } from './normalise.ts'
import { lexemePrefixes } from './vocabulary.ts'

/* O and 0, I, l and 1, and letters of other scripts: what a search that found nothing may have meant. It is suggested, never searched for unasked. */

const otherScripts = new Map([
  ...pairs('АВЕКМНОРСТУХІЈЅЗԚԜӀ', 'ABEKMHOPCTYXIJS3QWI'),
  ...pairs('авекмнорстухіјѕзԁԛԝӏ', 'abekmhopctyxijs3dqwl'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('αβγεηικμνορτυχω', 'abyenikuvoptuxw'),
  ...pairs('ՕօՏսոıɩӨ', 'OoSunii0'),
])

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, at) => [letter, to[at] ?? letter])
}

/** A text with Latin letters and digits in place of those that look like them. */
function toLatin(text: string): string {
  const letters = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return [...letters].map((letter) => otherScripts.get(letter) ?? letter).join('')
}

/** Other texts that a query may have meant, the likeliest first: at most four. */
export function lookAlikeTexts(text: string): string[] {
  const latin = toLatin(text)
  const inMixedWords = (change: (word: string) => string) =>
    latin.replace(/[a-z0-9]+/gi, (word) => (hasDigit(word) && /[a-z]/i.test(word) ? change(word) : word))
  const candidates = [
    latin,
    inMixedWords((word) => word.replace(/o/gi, '0').replace(/[il]/gi, '1')),
    inMixedWords((word) => word.replaceAll('0', 'o').replaceAll('1', 'l')),
    inMixedWords((word) => word.replaceAll('0', 'o').replaceAll('1', 'i')),
  ]
  return [...new Set(candidates)].filter((candidate) => candidate !== text)
}

const FEWEST_DIGITS = 3
const SHORTEST_NUMBER = 4

/** The part number on sale that looks like `text`, begins so, or does from one of its groups on; null without one. */
export async function findLookAlikeNumber(db: Db, text: string): Promise<string | null> {
  const key = partNumberKey(toLatin(text)).replace(/o/g, '0').replace(/[il]/g, '1')
  if (key.length < SHORTEST_NUMBER || key.replace(/\D/g, '').length < FEWEST_DIGITS) return null
  const forms = [lexemePrefixes.partNumber, lexemePrefixes.digitForm].map((prefix) => `'${prefix}${key}':*`)
  const found = all([onSale, matches(forms.join(' | '))])
  const digitForm: RawBuilder<string> = sql`translate(part_number_key, 'oil', '011')`
  const { rows } = await sql<{ number: string }>`
    select part_number as number from products where ${found}
    order by ${digitForm} = ${key} desc, length(part_number_key), part_number_key limit 1`.execute(db)
  return rows[0]?.number ?? null
}
