/* Reads `.env` as editors write it, one variable a line. What is not understood is a fault: a line that was skipped might have been STORE_MODE. */

export type EnvFile = {
  values: Map<string, string>
  /** Names that appear again with another value; the last one counts. */
  repeated: Set<string>
  faults: string[]
}

/** Reads UTF-8 or, with a byte order mark, UTF-16. Faults name their line and no value, which may be a secret. */
export function parseEnvFile(bytes: Uint8Array): EnvFile {
  const file: EnvFile = { values: new Map(), repeated: new Set(), faults: [] }
  const text = decode(bytes)
  if (text === undefined) {
    file.faults.push('is not UTF-8: save it again with the encoding UTF-8')
    return file
  }
  for (const [index, raw] of text.split(/\r\n|[\r\n\u2028\u2029]/).entries()) {
    const line = trim(raw)
    if (line === '' || line.startsWith('#')) continue
    const assignment = readAssignment(line)
    if (typeof assignment === 'string') file.faults.push(`line ${index + 1} ${assignment}`)
    else add(file, assignment)
  }
  return file
}

type Assignment = { name: string; value: string }

function add(file: EnvFile, { name, value }: Assignment): void {
  if ((file.values.get(name) ?? value) !== value) file.repeated.add(name)
  file.values.set(name, value)
}

function decode(bytes: Uint8Array): string | undefined {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Spaces, and characters that no editor shows. */
function trim(text: string): string {
  return text.replace(/^[\s\p{Cf}]+/u, '').replace(/(?<![\s\p{Cf}])[\s\p{Cf}]+$/u, '')
}

/** The name and value of a line, or what is wrong with it. */
function readAssignment(line: string): Assignment | string {
  const equals = line.indexOf('=')
  const name = trim(line.slice(0, Math.max(equals, 0))).replace(/^export\s+/, '')
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) return 'is not NAME=value'
  const value = readValue(trim(line.slice(equals + 1)))
  return value === undefined
    ? `(${name}) has a quotation mark that does not close at the end of the value: put all of it in quotes of another kind`
    : { name, value }
}

/** Opening quotes with their closing ones. Word processors turn straight quotes into the others. */
const QUOTES = [
  { open: '"', close: '"' },
  { open: "'", close: "'" },
  { open: '`', close: '`' },
  { open: '“„‟”', close: '“”‟' },
  { open: '‘‚‛’', close: '‘’‛' },
]

/** Between quotes nothing is special; elsewhere a `#` at the beginning or after a space begins a comment. */
function readValue(text: string): string | undefined {
  const quotes = QUOTES.find(({ open }) => text !== '' && open.includes(text.charAt(0)))
  if (!quotes) return withoutComment(text)
  const end = text.split('').findIndex((character, at) => at > 0 && quotes.close.includes(character))
  if (end === -1 || withoutComment(text.slice(end + 1)) !== '') return undefined
  return text.slice(1, end)
}

function withoutComment(text: string): string {
  const comment = text.search(/(?<!\S)#/)
  return comment === -1 ? text : trim(text.slice(0, comment))
}
