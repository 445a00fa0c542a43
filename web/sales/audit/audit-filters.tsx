import { type FormEvent, useId } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { type AuditFilters, auditEntities, auditFields } from '#contract/sales/audit/audit.ts'
import { whatText } from '#contract/sales/audit/describe.ts'
import { auditGroups, auditTexts as texts } from '#contract/sales/audit/texts.ts'
import { addressOf } from '../../platform/ui/address.ts'
import { Button } from '../../platform/ui/button.tsx'
import type { Elements } from '../../platform/ui/elements.ts'

export const AUDIT = '/dashboard/audit'
const names = ['q', 'by', 'what', 'from', 'to'] as const satisfies (keyof AuditFilters)[]

/** The filters that an address has. */
export function filtersOf(address: string): AuditFilters {
  const { searchParams } = new URL(address)
  return Object.fromEntries(names.map((name) => [name, searchParams.get(name)?.trim() || undefined]))
}

export function AuditFilterForm({ filters }: { filters: AuditFilters }) {
  const navigate = useNavigate()
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    void navigate(
      addressOf(AUDIT, Object.fromEntries(names.map((name) => [name, `${given.get(name) ?? ''}`.trim()]))),
    )
  }
  return (
    <Form
      // the fields follow the address
      key={names.map((name) => filters[name]).join(' ')}
      role="search"
      noValidate
      className="audit-filters"
      onSubmit={apply}
    >
      <input
        type="search"
        name="q"
        defaultValue={filters.q}
        maxLength={200}
        aria-label={texts.searchLabel}
        placeholder={texts.placeholder}
      />
      <Field label={texts.person} name="by" value={filters.by}>
        <option value="">{texts.anybody}</option>
        <option value="staff">{texts.staff}</option>
        <option value="store">{texts.store}</option>
        {filters.by?.includes('@') && <option value={filters.by}>{filters.by}</option>}
      </Field>
      <Field label={texts.what} name="what" value={filters.what}>
        <option value="">{texts.anything}</option>
        {auditEntities.map((entity) => (
          <optgroup key={entity} label={auditGroups[entity]}>
            {auditFields[entity].length > 1 && (
              <option value={entity}>{texts.all(auditGroups[entity])}</option>
            )}
            {auditFields[entity].map((field) => (
              <option key={field} value={`${entity}.${field}`}>
                {whatText({ entity, field })}
              </option>
            ))}
          </optgroup>
        ))}
      </Field>
      <Day label={texts.from} name="from" value={filters.from} />
      <Day label={texts.to} name="to" value={filters.to} />
      <Button type="submit">{texts.filter}</Button>
      {names.some((name) => filters[name]) && <Link to={AUDIT}>{texts.clear}</Link>}
    </Form>
  )
}

type FieldProps = { label: string; name: string; value: string | undefined }

function Field({ label, name, value, children }: FieldProps & { children: Elements }) {
  const id = useId()
  return (
    <span className="audit-filters__field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className="choice" defaultValue={value ?? ''}>
        {children}
      </select>
    </span>
  )
}

function Day({ label, name, value }: FieldProps) {
  const id = useId()
  return (
    <span className="audit-filters__field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" name={name} defaultValue={value} />
    </span>
  )
}
