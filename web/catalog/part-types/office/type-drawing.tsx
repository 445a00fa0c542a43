import { officeTexts, partTypesTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import type { DrawingParameters } from '#contract/catalog/part-types/part-types.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { drawingPath } from '#drawings/drawing-of.ts'
import { Select } from '../../../platform/forms/field.tsx'
import { Box } from '../../../platform/layout/box.tsx'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { DetailList } from '../../../platform/ui/detail-list.tsx'
import type { DrawingKind } from './drawing-kinds.ts'
import { DrawingPreview } from './drawing-preview.tsx'
import { withDrawing } from './part-type-body.ts'
import { attributeName, type SectionProps } from './type-sections.tsx'

type DrawingProps = SectionProps & { kinds: DrawingKind[]; sample: Product | null }

export function DrawingSection({ form, set, catalogue, kinds, sample }: DrawingProps) {
  const { drawing, drawingParameters } = form
  const parameters = kinds.find(({ kind }) => kind === drawing)?.parameters ?? []
  const address = drawingPath({
    productName: sample?.productName ?? form.name,
    category: form.category,
    type: { drawing, drawingParameters },
    attributes: sample?.attributes ?? {},
  })
  function setParameter(name: string, source: string) {
    const { [name]: _, ...others } = drawingParameters
    set({ drawingParameters: source === '' ? others : { ...others, [name]: source } })
  }
  return (
    <Box title={officeTexts.drawing}>
      <div className="box__body">
        <DrawingPreview address={address} />
        <Select
          name="drawing"
          label={texts.drawingKind}
          value={drawing ?? ''}
          onChange={({ target }) => set(withDrawing(form, target.value || null))}
        >
          <option value="">{officeTexts.noDrawing}</option>
          {kinds.map(({ kind }) => (
            <option key={kind}>{kind}</option>
          ))}
        </Select>
        {parameters.length > 0 && (
          <details>
            <summary>{texts.parameters}</summary>
            <div className="box__body box__body--two">
              {parameters.map((name) => (
                <ParameterSelect
                  key={name}
                  name={name}
                  source={drawingParameters[name]}
                  attributes={form.attributes.map(({ key }) => ({
                    key,
                    name: attributeName(catalogue.attributes, key),
                  }))}
                  onChange={(source) => setParameter(name, source)}
                />
              ))}
            </div>
          </details>
        )}
      </div>
    </Box>
  )
}

type ParameterProps = {
  name: string
  source: DrawingParameters[string] | undefined
  attributes: { key: string; name: string }[]
  onChange: (attribute: string) => void
}

/** A value that is always the same, or said in words of the drawing, stays until an attribute is chosen. */
function ParameterSelect({ name, source, attributes, onChange }: ParameterProps) {
  const isOther = typeof source === 'object'
  return (
    <Select
      name={`parameter ${name}`}
      label={texts.parameter(name)}
      value={isOther ? AS_IT_IS : (source ?? '')}
      onChange={({ target }) => target.value !== AS_IT_IS && onChange(target.value)}
    >
      <option value="">{texts.notGiven}</option>
      {isOther && <option value={AS_IT_IS}>{texts.asItIs}</option>}
      {attributes.map((attribute) => (
        <option key={attribute.key} value={attribute.key}>
          {attribute.name}
        </option>
      ))}
    </Select>
  )
}

const AS_IT_IS = '='

export function SampleSection({ sample }: { sample: Product | null }) {
  return (
    <Box title={texts.sample}>
      <div className="box__body">
        {sample ? (
          <>
            <b>{sample.productName}</b>
            <DetailList
              inRows
              details={sample.attributes.map(({ name, text }) => ({ label: name, value: text }))}
            />
            <LinkButton size="small" to={`/parts/${sample._id}`}>
              {texts.openSample}
            </LinkButton>
          </>
        ) : (
          <p>{texts.noSample}</p>
        )}
      </div>
    </Box>
  )
}
