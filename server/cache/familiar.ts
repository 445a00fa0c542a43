import { crc32 } from 'node:zlib'

/** Room for as many addresses, in a megabyte. */
const PLACES = 2 ** 18

/**
 * Whether an address has been asked for before, told from a mark of fixed size: most addresses that a flood or a
 * crawler brings never come again, and need not be kept. Each mark has one place, and goes when another needs it.
 */
export function createFamiliar(): (address: string) => boolean {
  const marks = new Uint32Array(PLACES)
  return (address) => {
    const mark = crc32(address)
    const place = mark % PLACES
    if (marks[place] === mark) return true
    marks[place] = mark
    return false
  }
}
