import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'

type SlowExpression = { file: string; line: number; expression: string }

const SOURCES = '{contract,database,demo,drawings,embedded,server,web,tools}/**/*.{ts,tsx,js,mjs}'

const REWRITES = 'server/catalog/search/data/query-rewrites.ts'
const SEARCH = 'a search has at most 200 characters'
const MAIL_LINE = 'plainLine cuts its text to 300 characters'

/** At most ten: super-linear expressions in a file, and what bounds the text that they get. */
export const EXCEPTIONS: readonly (readonly [file: string, expression: string, bound: string])[] = [
  ['contract/platform/money.ts', '/0+$/', 'the decimals of an amount, at most 10 as text and 20 as a number'],
  ['drawings/lettering.ts', String.raw`/(-?[\d.]+) (-?[\d.]+)/g`, 'the glyphs of this module'],
  ['server/platform/mail/plain-line.ts', String.raw`/[a-z][a-z0-9+.-]*:\/\//gi`, MAIL_LINE],
  ['server/platform/mail/plain-line.ts', String.raw`/\d+(?:\.\d+){3,}/g`, MAIL_LINE],
  [
    REWRITES,
    String.raw`/\b(0|5|10|15|20)\/(?=(?:16|20|30|40|50|60)\b)(?:(?=.*\boil\b(?! +[a-z]))|(?<=\boil\b(?! +[a-z]).*))/gi`,
    SEARCH,
  ],
  [
    REWRITES,
    String.raw`/(?<=\b\d+)(?=(?:tons?|tonnes?|lit(?:re|er)s?|volts?|watts?|amps?|inch(?:es)?)\b)/gi`,
    SEARCH,
  ],
  ['web/catalog/search/search-notes.tsx', String.raw`/\d+(?:[.,]\d+)? ?[x×*/] ?\d+/gi`, SEARCH],
  [
    'web/catalog/products/part/structured-data.ts',
    String.raw`/\s+\S*$|[\uD800-\uDBFF]$/`,
    'summaryOf cuts its text to 155 characters',
  ],
]

/** The super-linear literals of the store, demo and tools, without tests; listed exceptions are included. */
export function readSlowExpressions(): SlowExpression[] {
  const files = globSync(SOURCES, { exclude: ['**/*.test.*'] }).map((file) => file.replaceAll('\\', '/'))
  return files.sort().flatMap((file) => findSlowExpressions(file, readFileSync(file, 'utf8')))
}

/** The regular expression literals of a file for which some text costs more than linear time. Throws if it cannot be parsed. */
export function findSlowExpressions(file: string, text: string): SlowExpression[] {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: SlowExpression[] = []
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || isLinear(node.regex)) return
      const line = text.slice(0, node.start).split('\n').length
      found.push({ file, line, expression: text.slice(node.start, node.end) })
    },
  }).visit(program)
  return found
}

function isLinear({ pattern, flags }: { pattern: string; flags: string }): boolean {
  // the analysis does not know that a sticky expression is tried at one position only
  const analysed = flags.includes('y')
    ? new RegExp(`^(?:${pattern})`, flags.replace('y', ''))
    : new RegExp(pattern, flags)
  return analyse(analysed).reports.length === 0
}
