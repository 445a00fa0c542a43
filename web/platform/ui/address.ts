/** A path with the parameters of `query` that are not empty, in their order. */
export function addressOf(path: string, query: Record<string, string | null | undefined>): string {
  const filled = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path
}

export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
