import { useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  type Attribute,
  type AttributeBody,
  attributeKinds,
} from '#contract/catalog/part-types/attributes.ts'
import { officeTexts, attributesTexts as texts } from '#contract/catalog/part-types/office-texts.ts'
import type { CatalogueUse } from '#contract/catalog/part-types/part-types.ts'
import { browserApi } from '../../../../platform/api/browser-api.ts'
import { Dialog } from '../../../../platform/dialogs/dialog.tsx'
import { Field, Select } from '../../../../platform/forms/field.tsx'
import { formAction, type Submission, useActionForm } from '../../../../platform/forms/form.ts'
import { ErrorText, ManagedForm } from '../../../../platform/forms/form-status.tsx'
import { randomKey } from '../../../../platform/forms/random-key.ts'
import { Button } from '../../../../platform/ui/button.tsx'
import { notify } from '../../../../platform/ui/notice.tsx'
import { SaveError } from '../changed-meanwhile.tsx'
import { DialogActions } from '../dialog-actions.tsx'
import { changesOf, membersOf, useEdited } from '../edited.ts'
import { inUseOf } from '../in-use.ts'
import { newKey } from '../new-key.ts'
import { OrderButtons, RemoveButton, swapped } from '../order-buttons.tsx'
import { MergeButton, partsOf, useMerge } from './merge-choices.tsx'

/** A choice without a key is new. `row` only tells rows apart. */
type ChoiceForm = { row: string; key: string; name: string }
export type AttributeForm = {
  name: string
  kind: Attribute['kind']
  unit: string
  decimals: string
  choices: ChoiceForm[]
}

export type AttributeContext = {
  /** The attribute as the page has read it last, null for a new one. */
  attribute: Attribute | null
  keys: string[]
  form: AttributeForm
  /** What was there when the changes of `form` were begun. */
  seen: Partial<AttributeForm>
}

const schema = async () => (await import('#contract/catalog/part-types/attributes.ts')).attributeChangeSchema

export function saveAttributeForm(submission: Submission<AttributeContext>) {
  const { attribute, keys, form, seen } = submission.context
  return formAction(submission, {
    schema,
    toInput: () => {
      const change = attributeChanges(attribute, form)
      return { ...change, seen: seenOf(attribute, seen, change) }
    },
    send: (body) =>
      browserApi.saveAttribute({
        params: {
          key: attribute?.key ?? newKey(form.name, keys, { fallback: 'attribute', separator: '_' }),
        },
        body,
      }),
  })
}

/** What a form changes of an attribute; of a new one all of it. */
export function attributeChanges(attribute: Attribute | null, form: AttributeForm): Partial<AttributeBody> {
  const after = toBody(form)
  return attribute ? changesOf(toBody(toForm(attribute)), after) : after
}

/** What was there of what a form changes; null for a new attribute. */
export function seenOf(
  attribute: Attribute | null,
  seen: Partial<AttributeForm>,
  change: Partial<AttributeBody>,
): Partial<AttributeBody> | null {
  if (!attribute) return null
  return membersOf(toBody({ ...toForm(attribute), ...seen }), (name) => name in change)
}

function toBody({ name, kind, unit, decimals, choices }: AttributeForm): AttributeBody {
  const isNumber = kind === 'number'
  const keys = choices.map(({ key }) => key)
  const named = choices.map(({ key, name: choice }, at) => {
    keys[at] = key || newChoiceKey(choice, keys)
    return { key: keys[at], name: choice }
  })
  return {
    name,
    kind,
    unit: (isNumber && unit.trim()) || null,
    decimals: isNumber ? Number(decimals) : 0,
    choices: kind === 'choice' ? named : [],
  }
}

const newChoiceKey = (name: string, taken: string[]) => newKey(name, taken, { fallback: 'choice' })

export function toForm(attribute: Attribute | null): AttributeForm {
  if (!attribute) return { name: '', kind: 'number', unit: '', decimals: '0', choices: [] }
  const { name, kind, unit, decimals, choices } = attribute
  return {
    name,
    kind,
    unit: unit ?? '',
    decimals: String(decimals),
    choices: choices.map((choice) => ({ ...choice, row: choice.key })),
  }
}

type Props = { attribute: Attribute | null; used: CatalogueUse['choices']; keys: string[] }

export function AttributeDialog({ onClose, ...form }: Props & { onClose: () => void }) {
  const title = form.attribute ? texts.editTitle : texts.addTitle
  return (
    <Dialog title={title} className="dialog--wide" onClose={onClose}>
      {(close) => <AttributeFields {...form} close={close} />}
    </Dialog>
  )
}

function AttributeFields({ attribute, used, keys, close }: Props & { close: () => void }) {
  const settle = (members: Partial<AttributeForm>) =>
    members.choices ? { ...members, choices: withoutGone(members.choices, attribute) } : members
  const edited = useEdited(`attribute ${attribute?.key ?? ''}`, toForm(attribute), settle)
  const { form, seen, set, discard } = edited
  const context: AttributeContext = { attribute, keys, form, seen }
  const status = useActionForm({
    schema,
    context,
    about: false,
    onDone() {
      discard()
      notify({ text: texts.saved })
      close()
    },
  })
  const conflicts = attribute ? edited.conflicts.map((field) => fieldNames[field] ?? field) : []
  const inUse = inUseOf(status.code, status.problem)
  const problem = inUse && status.formError && <ErrorText>{inUse}</ErrorText>
  return (
    <ManagedForm form={status} className="form">
      <Field
        name="name"
        label={officeTexts.name}
        value={form.name}
        onChange={({ target }) => set({ name: target.value })}
        autoComplete="off"
        required
      />
      <Select
        name="kind"
        label={texts.kind}
        hint={texts.kindHint}
        value={form.kind}
        disabled={attribute !== null}
        onChange={({ target }) => {
          const kind = attributeKinds.find((one) => one === target.value)
          if (kind) set({ kind })
        }}
      >
        {attributeKinds.map((kind) => (
          <option key={kind} value={kind}>
            {texts.kinds[kind]}
          </option>
        ))}
      </Select>
      {form.kind === 'number' && (
        <>
          <Field
            name="unit"
            label={texts.unit}
            hint={texts.unitHint}
            value={form.unit}
            onChange={({ target }) => set({ unit: target.value })}
            autoComplete="off"
          />
          <Select
            name="decimals"
            label={texts.decimals}
            value={form.decimals}
            onChange={({ target }) => set({ decimals: target.value })}
          >
            {['0', '1', '2', '3'].map((decimals) => (
              <option key={decimals}>{decimals}</option>
            ))}
          </Select>
        </>
      )}
      {form.kind === 'choice' && (
        <ChoiceList
          attribute={attribute}
          used={used}
          choices={form.choices}
          error={status.errors.choices}
          onChange={(choices) => set({ choices })}
        />
      )}
      {problem}
      <DialogActions
        error={!problem && <SaveError fields={conflicts} onLoad={edited.takeStored} />}
        onCancel={() => {
          discard()
          close()
        }}
      />
    </ManagedForm>
  )
}

const fieldNames: Partial<Record<string, string>> = texts.fields

/** Choices that were merged or removed since they were typed are not added again. */
export function withoutGone(choices: ChoiceForm[], attribute: Attribute | null): ChoiceForm[] {
  return choices.filter(({ key }) => key === '' || attribute?.choices.some((choice) => choice.key === key))
}

type ListProps = {
  attribute: Attribute | null
  used: CatalogueUse['choices']
  choices: ChoiceForm[]
  error: string | undefined
  onChange: (choices: ChoiceForm[]) => void
}

function ChoiceList({ attribute, used, choices, error, onChange }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  const { merge, isBusy, result } = useMerge(attribute)
  function add() {
    flushSync(() => onChange([...choices, { row: randomKey(), key: '', name: '' }]))
    list.current?.lastElementChild?.querySelector('input')?.focus()
  }
  return (
    <fieldset className="choice-list">
      <legend>{texts.choices}</legend>
      <ol ref={list}>
        {choices.map(({ row, key, name }, at) => (
          <li key={row}>
            <Field
              name={`choices.${at}.name`}
              label={texts.choice(at + 1)}
              value={name}
              autoComplete="off"
              onChange={({ target }) =>
                onChange(
                  choices.map((choice) => (choice.row === row ? { ...choice, name: target.value } : choice)),
                )
              }
            />
            {attribute && key !== '' && attribute.choices.length > 1 && (
              <MergeButton
                name={name}
                parts={partsOf(used, key)}
                isBusy={isBusy}
                onMerge={() => merge(key, partsOf(used, key))}
              />
            )}
            <OrderButtons
              name={name || texts.choice(at + 1)}
              at={at}
              count={choices.length}
              onMove={(by) => onChange(swapped(choices, at, by))}
            />
            <RemoveButton
              name={name || texts.choice(at + 1)}
              onRemove={() => onChange(choices.filter((choice) => choice.row !== row))}
            />
          </li>
        ))}
      </ol>
      <p role="status">{result?.text}</p>
      {result?.problem && <ErrorText>{result.problem}</ErrorText>}
      {error && <ErrorText>{error}</ErrorText>}
      {/* a field that an error of all choices can name */}
      <input type="hidden" name="choices" />
      <Button size="small" onClick={add}>
        {texts.addChoice}
      </Button>
    </fieldset>
  )
}
