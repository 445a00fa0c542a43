import { useState } from 'react'
import {
  type AddressField,
  countryCodes,
  countryFormat,
  countryName,
  type PostalAddress,
} from '#contract/people/addresses/address-format.ts'
import { addressPageTexts as pageTexts } from '#contract/people/addresses/page-texts.ts'
import { addressTexts as texts } from '#contract/people/addresses/texts.ts'
import { useStore } from '../../platform/api/store-config.ts'
import { Field, Select } from '../../platform/forms/field.tsx'
import { useManagedForm } from '../../platform/forms/form-status.tsx'

type Props = {
  /** What names of fields begin with, such as `shipTo.`. */
  prefix?: string
  initial: Partial<PostalAddress>
  use?: 'shipping' | 'billing'
}

const ALL: AddressField[] = ['name', 'company', 'line1', 'line2', 'city', 'region', 'postcode']

/** As the browser knows them. */
const tokens: Record<AddressField, string> = {
  name: 'name',
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postcode: 'postal-code',
}

/**
 * The fields of an address in the order and with the names of its country. Those that the country does not have are hidden:
 * what was typed there is kept for another country.
 */
export function AddressFields({ prefix = '', initial, use = 'shipping' }: Props) {
  const { locale } = useStore()
  const { clearErrors } = useManagedForm()
  const [country, setCountry] = useState(initial.country ?? countryOf(locale))
  const format = countryFormat(country)
  const shown = format?.fields ?? ALL
  return (
    <div className="address-fields">
      <Select
        name={`${prefix}country`}
        label={texts.country}
        autoComplete={`${use} country`}
        defaultValue={country}
        onChange={({ target }) => {
          setCountry(target.value)
          clearErrors(prefix)
        }}
      >
        <Countries locale={locale} />
      </Select>
      {[...shown, ...ALL.filter((field) => !shown.includes(field))].map((field) => {
        const label = format?.labels[field] ?? texts.postcodes.postcode
        const isRequired = format?.required.has(field) ?? false
        return (
          <div key={field} data-field={field} hidden={!shown.includes(field)}>
            <Field
              name={`${prefix}${field}`}
              label={isRequired ? label : pageTexts.optional(label)}
              autoComplete={`${use} ${tokens[field]}`}
              defaultValue={initial[field] ?? ''}
              required={isRequired}
            />
          </div>
        )
      })}
      {use === 'shipping' && (
        <Field
          name={`${prefix}phone`}
          type="tel"
          label={texts.phone}
          autoComplete={`${use} tel`}
          defaultValue={initial.phone ?? ''}
          required
        />
      )}
    </div>
  )
}

/** Of most customers: that of the shop. */
function countryOf(locale: string): string {
  const region = new Intl.Locale(locale).maximize().region ?? ''
  return countryCodes.includes(region) ? region : 'US'
}

function Countries({ locale }: { locale: string }) {
  return countryCodes
    .map((code) => ({ code, name: countryName(code, locale) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
    .map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))
}

/** The fields of a form whose names begin with `prefix`, as an address is sent. */
export function addressOf(values: Record<string, string>, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )
}
