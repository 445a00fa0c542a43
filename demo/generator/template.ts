export type Values = { [key: string]: string | number | undefined }

/** Parsed templates: text at even positions, keys at odd ones. */
const known = new Map<string, string[]>()

/** Replaces the `{keys}` of a template. Throws for a missing value. */
export function fillTemplate(
  template: string,
  values: Values,
  write: (value: string) => string = String,
): string {
  const chunks = known.get(template) ?? template.split(/\{(\w+)\}/)
  known.set(template, chunks)
  return chunks
    .map((chunk, at) => {
      if (at % 2 === 0) return chunk
      const value = values[chunk]
      if (value === undefined) throw new Error(`No value for {${chunk}} in: ${template}`)
      return write(String(value))
    })
    .join('')
}

/** Capitalises sentences, which may begin with a value. */
export function capitalise(text: string): string {
  return text.replace(/(?:^|\. )\p{Ll}/gu, (start) => start.toUpperCase())
}
