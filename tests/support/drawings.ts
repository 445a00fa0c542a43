/** The kind and parameters in the address of a drawing. */
export function readAddress(img: string): { kind: string; parameters: URLSearchParams } {
  const [, kind = '', query] = /^\/drawings\/([a-z-]+)\.svg(?:\?([A-Za-z0-9.,%&=-]+))?$/.exec(img) ?? []
  return { kind, parameters: new URLSearchParams(query) }
}

/** The parameter texts that give a value; a clamped or ignored parameter has another text. */
export function textsOf(value: unknown): string[] {
  const text = String(value).toLowerCase()
  return typeof value === 'boolean' ? [text, value ? '1' : '0'] : [text]
}
