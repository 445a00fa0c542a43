/** Texts of kinds that are slow to parse, each of about `bytes` bytes in UTF-8. */
export function worstTexts(bytes: number): Record<string, string> {
  const fill = (piece: string, rest = '') =>
    piece.repeat(Math.floor((bytes - rest.length - 1) / Buffer.byteLength(piece)))
  // The number of marks of each class; a mark takes two bytes.
  const marks = Math.floor(bytes / 4)
  return {
    'marks of two classes': `a${'\u0300'.repeat(marks)}${'\u0316'.repeat(marks)}`.slice(0, bytes / 2),
    'alternating marks': `a${fill('\u0300\u0316')}`,
    'letters that grow when normalised': fill('\u0390\ufdfa'),
    'blanks before a letter': `${fill(' ')}x`,
    'blanks within': `a${fill(' ', 'xx')}x`,
    'line breaks': `${fill('\r\n')}x`,
    digits: `${fill('1')}x`,
    'digits and blanks': `+${fill('1 ', '+')}x`,
    letters: fill('a'),
    'dots of an address': `a@${fill('a.', 'a@')}`,
    'special characters of an address': `${fill("a!#'", '@')}@`,
    dashes: `${fill('-')}x`,
    commas: fill('a,'),
    'many values': Array.from({ length: bytes / 6 }, (_, at) => at.toString(36).padStart(5, '0')).join(','),
    slashes: fill('/'),
    'path segments': fill('/..'),
    'percent escapes': fill('%41'),
    quotes: `"${fill('",')}`,
    'brackets that open': fill('['),
    'words of a search': fill('1/2 x -"'),
    'a long user agent': fill('Version/1 '),
  }
}

/** The texts of `worstTexts` as JSON, and values that only JSON has. */
export function worstJson(bytes: number): Record<string, string> {
  const texts = Object.keys(worstTexts(8)).map((name): [string, string] => {
    const write = (size: number) => JSON.stringify(worstTexts(size)[name])
    let json = write(bytes)
    // Quotes and escapes add bytes.
    for (let size = bytes; Buffer.byteLength(json) > bytes; json = write(size)) size = Math.floor(size * 0.9)
    return [name, json]
  })
  const list = (item: (at: number) => string, width: number) =>
    Array.from({ length: Math.floor(bytes / width) }, (_, at) => item(at)).join(',')
  return {
    ...Object.fromEntries(texts),
    'nested arrays': '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
    'nested objects': `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
    'many texts': `[${list(() => '"a"', 4)}]`,
    'many numbers': `[${list(() => '1', 2)}]`,
    'many empty objects': `[${list(() => '{}', 3)}]`,
    'many keys that are dropped': `{"__proto__":1,${list((at) => `"${at.toString(36).padStart(5, '0')}":{}`, 11)}}`,
    'many keys': `{${list((at) => `"${at.toString(36).padStart(5, '0')}":0`, 10)}}`,
    'a long number': '1'.repeat(bytes),
    'a long fraction': `0.${'1'.repeat(bytes - 2)}`,
    escapes: `"${'\\u0300'.repeat(bytes / 6 - 1)}"`,
  }
}

/** By header: beginnings of values that the store or a library parses. */
const headerStarts: Record<string, string[]> = {
  'accept-encoding': [',br', 'gzip;q=', 'br,'],
  authorization: ['Bearer ', 'Basic '],
  cookie: ['identity-window=', ';'],
  'if-none-match': ['W/"', '"'],
  range: ['bytes=', 'bytes=0-1,'],
  'stripe-signature': ['t=', 't=1,v1='],
  'user-agent': ['Version/', 'Safari/ Version/1 '],
}

/**
 * Returns the values of a header: the texts that a header may contain, alone and after each usual beginning.
 */
export function worstHeaders(name: string, bytes: number): Record<string, string> {
  const values = Object.entries(worstTexts(bytes)).filter(([, value]) => /^[\t\x20-\x7e]*$/.test(value))
  const starts = ['', ...(headerStarts[name] ?? [])]
  return Object.fromEntries(
    starts.flatMap((start) => values.map(([kind, value]) => [`${start}${kind}`, start + value])),
  )
}
