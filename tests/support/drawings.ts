/** The kind and parameters in the address of a drawing; an empty kind in any other address. */
export function readAddress(img: string): { kind: string; parameters: URLSearchParams } {
  const [, kind = '', query] = /^\/drawings\/([a-z-]+)\.svg(?:\?([A-Za-z0-9.,%&=-]+))?$/.exec(img) ?? []
  return { kind, parameters: new URLSearchParams(query) }
}

/** The lower-case texts of a parameter that mean this value. A text that is clamped or ignored is none of them. */
export function textsOf(value: unknown): string[] {
  const text = String(value).toLowerCase()
  return typeof value === 'boolean' ? [text, value ? '1' : '0'] : [text]
}
