export type Values = { [key: string]: string | number | undefined }

/** A template taken apart: words at even places, keys at odd ones. */
const known = new Map<string, string[]>()

/** The template with its `{keys}` filled in; throws where a value is missing, so that no text shows a brace. */
export function fillTemplate(
  template: string,
  values: Values,
  write: (value: string) => string = String,
): string {
  const pieces = known.get(template) ?? template.split(/\{(\w+)\}/)
  known.set(template, pieces)
  return pieces
    .map((piece, at) => {
      if (at % 2 === 0) return piece
      const value = values[piece]
      if (value === undefined) throw new Error(`no value for {${piece}} in: ${template}`)
      return write(String(value))
    })
    .join('')
}

/** Sentences begin with a capital letter, whatever stands first in them. */
export function capitalise(text: string): string {
  return text.replace(/(?:^|\. )\p{Ll}/gu, (start) => start.toUpperCase())
}
