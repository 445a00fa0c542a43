import { isAscii, isUtf8 } from 'node:buffer'
import type { ImportEncoding } from '#contract/catalog/imports/import-states.ts'

const MARKS: [ImportEncoding, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
]

/** What the start of a file shows: its byte order mark, or the zeros that UTF-16 has beside ASCII letters. */
export function startOf(bytes: Buffer): { encoding?: ImportEncoding; markLength: number } {
  for (const [encoding, mark] of MARKS) {
    if (bytes.subarray(0, mark.length).equals(mark)) return { encoding, markLength: mark.length }
  }
  const start = bytes.subarray(0, 200)
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > start.length / 4 && even === 0) return { encoding: 'utf-16le', markLength: 0 }
  if (even > start.length / 4 && odd === 0) return { encoding: 'utf-16be', markLength: 0 }
  return { markLength: 0 }
}

type Decoded = {
  text: string
  /** Null while everything is ASCII. */
  encoding: ImportEncoding | null
  /** The bytes of the first characters of the text. */
  bytesOf: (characters: number) => number
  /** Where the text is no longer in this encoding. */
  faultAt: number | undefined
}

/**
 * Decodes what was received of a file. Without an encoding, the first bytes that are not ASCII decide between UTF-8 and
 * Windows-1252. A character whose last bytes are missing is left to the next chunk, unless this is the last one.
 */
export function decode(
  received: Buffer,
  { encoding: known, isLast }: { encoding: ImportEncoding | null; isLast: boolean },
): Decoded {
  if (known === 'utf-16le' || known === 'utf-16be') return decodeUtf16(received, known)
  const bytes = isLast ? received : withoutCutCharacter(received)
  if (known === null && isAscii(bytes)) return ofBytes(bytes.toString('latin1'), null)
  const encoding = known ?? (isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(encoding === 'utf-8' ? bytes : received)
  if (encoding !== 'utf-8') return ofBytes(text, encoding)
  return {
    text,
    encoding,
    bytesOf: (characters) => Buffer.byteLength(text.slice(0, characters)),
    faultAt: isUtf8(bytes) ? undefined : text.indexOf('\ufffd'),
  }
}

/** A file of UTF-8 with a few other bytes is not one of Windows-1252, in which their neighbours would be wrong. */
function isMostlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true
  const others = new TextDecoder().decode(bytes).match(/[^\0-\x7f]/g) ?? []
  const wrong = others.filter((character) => character === '\ufffd').length
  return wrong <= others.length / 2
}

function ofBytes(text: string, encoding: ImportEncoding | null): Decoded {
  return { text, encoding, bytesOf: (characters) => characters, faultAt: undefined }
}

function decodeUtf16(bytes: Buffer, encoding: ImportEncoding): Decoded {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  const text = (encoding === 'utf-16be' ? even.swap16() : even).toString('utf16le')
  return { text, encoding, bytesOf: (characters) => 2 * characters, faultAt: undefined }
}

function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let length = 1; length <= 3 && length <= bytes.length; length += 1) {
    const byte = bytes[bytes.length - length] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > length ? bytes.subarray(0, bytes.length - length) : bytes
  }
  return bytes
}
