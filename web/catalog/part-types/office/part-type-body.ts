import type { PartTypeBody } from '#contract/catalog/part-types/part-types.ts'

/** A part type as its page edits it: the names of its parts are those of the API. */
export type PartTypeForm = PartTypeBody

export type TypeAttribute = PartTypeBody['attributes'][number]
export type Relation = PartTypeBody['relations'][number]

/** A drawing of another kind takes nothing of the one before it. */
export function withDrawing(form: PartTypeForm, drawing: string | null): Partial<PartTypeForm> {
  return drawing === form.drawing ? {} : { drawing, drawingParameters: {} }
}

/** Without an attribute, also where relations share it and the drawing takes it. */
export function withoutAttribute(form: PartTypeForm, removed: string): Partial<PartTypeForm> {
  const takes = (source: PartTypeForm['drawingParameters'][string]) =>
    typeof source === 'string' ? source === removed : 'attribute' in source && source.attribute === removed
  const parameters = Object.entries(form.drawingParameters).filter(([, source]) => !takes(source))
  return {
    attributes: form.attributes.filter(({ key }) => key !== removed),
    drawingParameters: Object.fromEntries(parameters),
    relations: form.relations.map((relation) => ({
      ...relation,
      shared: relation.shared.filter((key) => key !== removed),
    })),
  }
}
