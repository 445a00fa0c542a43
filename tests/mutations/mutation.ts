/** Replaces the text from `from` to `to` in a file. */
export type Edit = { file: string; from: number; to: number; put: string }

export type Mutation = {
  kind: 'access' | 'authorization' | 'condition' | 'database rule'
  /** The file or object and what is changed; the same in every run. */
  name: string
  /** A change of a source file, or a statement that is run on the template database of the tests. */
  change: Edit | { sql: string }
  /** The test files that should fail, the likeliest first. */
  tests: string[]
  /** A pattern of the titles of these tests; default: all tests of the files. */
  only?: string
}

/** Code on one line of at most 110 characters, for a name. */
export function oneLine(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length > 110 ? `${line.slice(0, 109)}…` : line
}

/** The index after the bracket that closes the one at `open`. Brackets in strings and regular expressions count, too. */
export function afterBracket(code: string, open: number): number {
  const pairs: Record<string, string> = { '(': ')', '{': '}', '[': ']' }
  const closing = pairs[code[open] ?? '']
  if (!closing) throw new Error(`no bracket opens at ${open}`)
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === code[open]) depth += 1
    if (code[at] === closing) depth -= 1
    if (depth === 0) return at + 1
  }
  throw new Error(`the bracket at ${open} does not close`)
}
