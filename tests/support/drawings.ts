/** What the address of a drawing asks for. */
export function askedOf(img: string): { kind: string; asked: URLSearchParams } {
  const [, kind = '', query] = /^\/drawings\/([a-z-]+)\.svg(?:\?([A-Za-z0-9.,%&=-]+))?$/.exec(img) ?? []
  return { kind, asked: new URLSearchParams(query) }
}

/** The texts by which a value may be asked for: a value that was clamped or not understood has others. */
export function wording(value: unknown): string[] {
  const text = String(value).toLowerCase()
  return typeof value === 'boolean' ? [text, value ? '1' : '0'] : [text]
}
