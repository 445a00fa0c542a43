/** A key for what is called `name`: its letters and digits in lower case, and a number if another one has that key. */
export function newKey(name: string, taken: readonly string[], { fallback, separator = '-' }: Style): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const first = words[0] ?? ''
  const spelled = (/^[a-z]/.test(first) ? words : [fallback, ...words]).join(separator).slice(0, LONGEST)
  const key = spelled.endsWith(separator) ? spelled.slice(0, -1) : spelled
  let free = key
  for (let number = 2; taken.includes(free); number += 1) free = `${key}${separator}${number}`
  return free
}

type Style = { fallback: string; separator?: '-' | '_' }

/** Room for a number below the forty characters that a key may have. */
const LONGEST = 36
