import { useState } from 'react'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { partTypesTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import type { Catalogue } from '#contract/catalog/part-types/part-types.ts'
import { Field, FieldFrame, Select } from '../../../platform/forms/field.tsx'
import { ErrorText } from '../../../platform/forms/form-status.tsx'
import { Box } from '../../../platform/layout/box.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import { CategoryOptions } from '../category-options.tsx'
import { OrderButtons, RemoveButton, swapped } from './order-buttons.tsx'
import { type PartTypeForm, type Relation, type TypeAttribute, withoutAttribute } from './part-type-body.ts'

export type SectionProps = {
  form: PartTypeForm
  set: (change: Partial<PartTypeForm>) => void
  catalogue: Catalogue
}

export function NamesSection({ form, set, catalogue: { categories } }: SectionProps) {
  return (
    <Box title={texts.names}>
      <div className="box__body box__body--two">
        <Field
          name="name"
          label={texts.singular}
          value={form.name}
          onChange={({ target }) => set({ name: target.value })}
          autoComplete="off"
          required
        />
        <Field
          name="plural"
          label={texts.plural}
          value={form.plural}
          onChange={({ target }) => set({ plural: target.value })}
          autoComplete="off"
          required
        />
        <Select
          name="category"
          label={texts.category}
          hint={texts.categoryHint}
          value={form.category}
          onChange={({ target }) => set({ category: target.value, subcategory: null })}
        >
          <CategoryOptions categories={categories} of={null} />
        </Select>
        <Select
          name="subcategory"
          label={texts.subcategory}
          value={form.subcategory ?? ''}
          onChange={({ target }) => set({ subcategory: target.value || null })}
        >
          <option value="">{texts.noSubcategory}</option>
          <CategoryOptions categories={categories} of={form.category} />
        </Select>
      </div>
    </Box>
  )
}

/** The name of an attribute with its unit, by its key. */
export function attributeName(attributes: readonly Attribute[], key: string): string {
  const found = attributes.find((one) => one.key === key)
  if (!found) return key
  return found.unit === null ? found.name : `${found.name}, ${found.unit}`
}

const flags = ['inTable', 'inFilter', 'inTitle'] as const

export function AttributesSection({
  form,
  set,
  catalogue,
  problem,
}: SectionProps & { problem: string | undefined }) {
  const { attributes } = form
  const nameOf = (key: string) => attributeName(catalogue.attributes, key)
  const others = catalogue.attributes.filter(({ key }) => !attributes.some((one) => one.key === key))
  // lists are not filtered by free text
  const isText = (key: string) => catalogue.attributes.some((one) => one.key === key && one.kind === 'text')
  const setFlag = (key: string, change: Partial<TypeAttribute>) =>
    set({ attributes: attributes.map((one) => (one.key === key ? { ...one, ...change } : one)) })
  return (
    <Box title={texts.attributes}>
      <div className="box__body">
        <p className="hint">{attributes.length > 0 ? texts.attributesLead : texts.noAttributes}</p>
        <ol className="type-list">
          {attributes.map(({ key, ...given }, at) => (
            <li key={key}>
              <b>{nameOf(key)}</b>
              <div className="type-list__checks">
                {flags.map((flag) => (
                  <label key={flag} className="check">
                    <input
                      type="checkbox"
                      aria-label={texts.flagOf(nameOf(key), texts.flags[flag])}
                      checked={given[flag]}
                      disabled={flag === 'inFilter' && !given[flag] && isText(key)}
                      onChange={({ target }) => setFlag(key, { [flag]: target.checked })}
                    />
                    <span>{texts.flags[flag]}</span>
                  </label>
                ))}
              </div>
              <ListButtons
                name={nameOf(key)}
                at={at}
                count={attributes.length}
                onMove={(by) => set({ attributes: swapped(attributes, at, by) })}
                onRemove={() => set(withoutAttribute(form, key))}
              />
            </li>
          ))}
        </ol>
        {problem && <ErrorText>{problem}</ErrorText>}
        <AddOne
          label={texts.addAttribute}
          choices={others.map(({ key }) => ({ key, name: nameOf(key) }))}
          onAdd={(key) =>
            set({
              attributes: [...attributes, { key, inTable: true, inFilter: !isText(key), inTitle: false }],
            })
          }
        />
      </div>
    </Box>
  )
}

type TogetherProps = SectionProps & { ownKey: string }

export function TogetherSection({ form, set, catalogue, ownKey }: TogetherProps) {
  const { relations } = form
  const nameOf = (key: string) => catalogue.types.find((type) => type.key === key)?.name ?? key
  const others = catalogue.types.filter(
    ({ key }) => key !== ownKey && !relations.some(({ type }) => type === key),
  )
  return (
    <Box title={texts.together}>
      <div className="box__body">
        <p className="hint">{relations.length > 0 ? texts.togetherLead : texts.noTogether}</p>
        <ol className="type-list">
          {relations.map((relation, at) => (
            <li key={relation.type}>
              <b>{nameOf(relation.type)}</b>
              <SharedChecks
                relation={relation}
                name={nameOf(relation.type)}
                form={form}
                catalogue={catalogue}
                onChange={(shared) =>
                  set({ relations: relations.map((one) => (one === relation ? { ...one, shared } : one)) })
                }
              />
              <ListButtons
                name={nameOf(relation.type)}
                at={at}
                count={relations.length}
                onMove={(by) => set({ relations: swapped(relations, at, by) })}
                onRemove={() => set({ relations: relations.filter((one) => one !== relation) })}
              />
            </li>
          ))}
        </ol>
        <AddOne
          label={texts.addTogether}
          choices={others.map(({ key, name }) => ({ key, name }))}
          onAdd={(type) => set({ relations: [...relations, { type, shared: [] }] })}
        />
      </div>
    </Box>
  )
}

type SharedProps = {
  relation: Relation
  name: string
  form: PartTypeForm
  catalogue: Catalogue
  onChange: (shared: string[]) => void
}

function SharedChecks({ relation: { type, shared }, name, form, catalogue, onChange }: SharedProps) {
  const other = catalogue.types.find(({ key }) => key === type)
  const common = form.attributes.filter(({ key }) => other?.attributes.some((one) => one.key === key))
  if (common.length === 0) return <p className="hint">{texts.nothingShared}</p>
  return (
    <div className="type-list__checks">
      {common.map(({ key }) => {
        const attribute = catalogue.attributes.find((one) => one.key === key)?.name ?? key
        return (
          <label key={key} className="check">
            <input
              type="checkbox"
              aria-label={texts.sameOf(name, attribute)}
              checked={shared.includes(key)}
              onChange={({ target }) =>
                onChange(target.checked ? [...shared, key] : shared.filter((one) => one !== key))
              }
            />
            <span>{texts.same(attribute)}</span>
          </label>
        )
      })}
    </div>
  )
}

type ButtonsProps = {
  name: string
  at: number
  count: number
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function ListButtons({ onRemove, ...order }: ButtonsProps) {
  return (
    <div className="type-list__buttons">
      <OrderButtons {...order} />
      <RemoveButton name={order.name} onRemove={onRemove} />
    </div>
  )
}

type AddProps = {
  label: string
  choices: { key: string; name: string }[]
  onAdd: (key: string) => void
}

/** A choice among what can be added, and the button that does. */
function AddOne({ label, choices, onAdd }: AddProps) {
  const [chosen, setChosen] = useState('')
  const key = choices.find((choice) => choice.key === chosen)?.key ?? choices[0]?.key
  if (key === undefined) return null
  return (
    <div className="type-add">
      <FieldFrame label={label}>
        {(aria) => (
          <select {...aria} value={key} onChange={({ target }) => setChosen(target.value)}>
            {choices.map((choice) => (
              <option key={choice.key} value={choice.key}>
                {choice.name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <Button aria-label={`${texts.addIt}: ${label}`} onClick={() => onAdd(key)}>
        {texts.addIt}
      </Button>
    </div>
  )
}
