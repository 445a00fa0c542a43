/** What is replaced in one file: the text from `from` to `to`. */
export type Edit = { file: string; from: number; to: number; put: string }

export type Mutation = {
  kind: 'access' | 'authorization' | 'condition' | 'database rule'
  /** Says what was taken away; the same in every run. */
  name: string
  /** What takes it away: a change of a source file, or a statement run on the database that tests copy. */
  change: Edit | { sql: string }
  /** The test files that should notice, the likeliest first. */
  tests: string[]
  /** A pattern of the test titles that should; without it all of the files. */
  only?: string
}

/** One line of code, for a name. */
export function oneLine(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length > 110 ? `${line.slice(0, 109)}…` : line
}

/** The place after the bracket that closes the one at `open`; brackets in texts and patterns count, and match here. */
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
