import { describe, expect, test } from 'vitest'
import {
  addressFaults,
  addressLines,
  countryCodes,
  countryFormat,
  countryName,
  type PostalAddress,
  streetAndPlace,
  tidyAddress,
} from './address-format.ts'
import { newAddressSchema } from './addresses.ts'

const oakland: PostalAddress = {
  name: 'Ines Ferreira',
  company: null,
  line1: '44 Harbor Road',
  line2: 'Unit 4',
  postcode: '94607',
  city: 'Oakland',
  region: 'CA',
  country: 'US',
  phone: '+1 555 014 7731',
}
const zurich = { ...oakland, line2: null, postcode: '8005', city: 'Zürich', region: null, country: 'CH' }

const filled: PostalAddress = {
  ...oakland,
  company: 'Company',
  line1: 'Street',
  line2: 'Unit',
  postcode: 'Postcode',
  city: 'City',
  region: 'Region',
}

/** The address with and without each part that some country does not require, in all combinations. */
function withoutSome(address: PostalAddress): PostalAddress[] {
  const blanks = [{ company: null }, { line2: null }, { postcode: '' }, { city: '' }, { region: null }]
  return blanks.reduce(
    (variants, blank) => variants.flatMap((variant) => [variant, { ...variant, ...blank }]),
    [address],
  )
}

describe('a country', () => {
  test('has its own fields, names and order of them', () => {
    const fieldsOf = (country: string) => {
      const { fields = [], labels } = countryFormat(country) ?? {}
      return fields.slice(4).map((field) => labels?.[field])
    }
    expect(fieldsOf('US')).toEqual(['Town or city', 'State', 'ZIP code'])
    expect(fieldsOf('DE')).toEqual(['Postcode', 'Town or city'])
    expect(fieldsOf('IE')).toEqual(['Town or city', 'County', 'Eircode'])
    expect(fieldsOf('AU')).toEqual(['Suburb', 'State', 'Postcode'])
    expect(fieldsOf('CA')).toEqual(['Town or city', 'Province', 'Postal code'])
    expect(fieldsOf('HK')).toEqual(['District', 'Area'])
    expect(fieldsOf('AE')).toEqual(['Emirate'])
    expect(countryFormat('IE')?.required).toEqual(new Set(['name', 'line1', 'city']))
    expect(countryFormat('XX')).toBeUndefined()
  })

  test('has a name, a format that can be read, and an example that its pattern accepts', () => {
    expect(countryCodes.length).toBeGreaterThan(200)
    for (const country of countryCodes) {
      const { fields, required, postcodePattern, postcodeExample } = countryFormat(country) ?? {}
      expect(countryName(country, 'en-US')).not.toBe(country)
      expect(new Set(fields).size).toBe(fields?.length)
      expect(required).toContain('line1')
      expect([...(required ?? [])].filter((field) => !fields?.includes(field))).toEqual([])
      if (postcodePattern)
        expect([country, postcodeExample]).toEqual([country, expect.stringMatching(postcodePattern)])
    }
  })

  test('is named in the language of the shop', () => {
    expect(countryName('CH', 'de-DE')).toBe('Schweiz')
  })
})

describe('an address', () => {
  test('is written as in its country', () => {
    expect(addressLines({ ...oakland, company: 'Gears' }, 'en-US')).toEqual([
      'Ines Ferreira',
      'Gears',
      '44 Harbor Road',
      'Unit 4',
      'Oakland, CA 94607',
      'United States',
    ])
    expect(addressLines(zurich, 'en-US').slice(-2)).toEqual(['CH-8005 Zürich', 'Switzerland'])
  })

  test('has separators only between what there is', () => {
    expect(streetAndPlace({ ...oakland, region: null }, 'en-US').place).toBe('Oakland 94607, United States')
    expect(streetAndPlace({ ...oakland, city: '' }, 'en-US').place).toBe('CA 94607, United States')
    expect(streetAndPlace({ ...zurich, postcode: '' }, 'en-US').place).toBe('Zürich, Switzerland')
  })

  test('has none before its first piece or after its last, in any country, whatever is left out', () => {
    for (const country of countryCodes) {
      for (const address of withoutSome({ ...filled, country })) {
        const { street, place } = streetAndPlace(address, 'en-US')
        const pieces = [...addressLines(address, 'en-US'), ...`${street}, ${place}`.split(', ')]
        const wrong = pieces.filter((piece) => !/^[\p{L}\d](.*[\p{L}\d)])?$/u.test(piece))
        expect([address, wrong]).toEqual([address, []])
      }
    }
  })

  test('has its place without what stands beside its street', () => {
    const tokyo = { ...filled, country: 'JP', region: 'Tokyo', postcode: '100-0001' }
    expect(streetAndPlace(tokyo, 'en-US').place).toBe('Tokyo, 100-0001, Japan')
    const abidjan = { ...filled, country: 'CI', city: 'Abidjan', postcode: '' }
    expect(streetAndPlace(abidjan, 'en-US').place).toBe('Abidjan, Côte d’Ivoire')
  })

  test('is a street and a place for who knows no more', () => {
    expect(streetAndPlace({ ...oakland, company: 'Gears' }, 'en-US')).toEqual({
      street: 'Gears, 44 Harbor Road, Unit 4',
      place: 'Oakland, CA 94607, United States',
    })
  })

  test('needs what its country requires, in the words of the country', () => {
    const blank = { ...oakland, name: '', line1: '', city: '', region: null, postcode: '' }
    expect(addressFaults(blank)).toEqual([
      { path: 'name', message: 'Full name is required' },
      { path: 'line1', message: 'Street and number is required' },
      { path: 'city', message: 'Town or city is required' },
      { path: 'region', message: 'State is required' },
      { path: 'postcode', message: 'ZIP code is required' },
    ])
    expect(addressFaults({ ...blank, country: 'AE' }).map(({ path }) => path)).toEqual([
      'name',
      'line1',
      'region',
    ])
    expect(addressFaults({ ...oakland, country: 'XX' })).toEqual([
      { path: 'country', message: 'Choose a country' },
    ])
  })

  test('has a postcode that its country knows, whatever its letters', () => {
    const withPostcode = (country: string, postcode: string) =>
      addressFaults({ ...oakland, country, postcode }).map(({ message }) => message)
    expect(withPostcode('US', '9460')).toEqual(['ZIP code looks like 95014 there'])
    expect(withPostcode('US', '94607-1010')).toEqual([])
    expect(withPostcode('US', '94607x')).not.toEqual([])
    expect(withPostcode('GB', 'ec1y 8sy')).toEqual([])
    expect(withPostcode('GB', '94607')).not.toEqual([])
    // a postcode is not required in Ireland
    expect(withPostcode('IE', '')).toEqual([])
    expect(withPostcode('IE', 'x')).not.toEqual([])
  })

  test('loses what its country does not have', () => {
    expect(tidyAddress({ ...oakland, country: 'DE' })).toMatchObject({ region: null, city: 'Oakland' })
    expect(tidyAddress({ ...oakland, country: 'AE' })).toMatchObject({ region: 'CA', city: '', postcode: '' })
    expect(tidyAddress({ ...oakland, country: 'GB', postcode: 'ec1y 8sy' }).postcode).toBe('EC1Y 8SY')
  })

  test('has all its faults said at once', () => {
    const { error } = newAddressSchema.safeParse({ ...oakland, phone: '', city: '', postcode: '1' })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['phone', 'city', 'postcode'])
    expect(newAddressSchema.safeParse(null).success).toBe(false)
    expect(newAddressSchema.safeParse({ ...oakland, postcode: 5, phone: '' }).success).toBe(false)
  })

  test('is one line in each field, of limited length', () => {
    const { success, data } = newAddressSchema.safeParse({
      ...oakland,
      line1: '  44 Harbor Road ',
      line2: ' ',
    })
    expect([success, data?.line1, data?.line2]).toEqual([true, '44 Harbor Road', null])
    for (const wrong of [
      { line1: 'a\nb' },
      { city: 'x'.repeat(101) },
      { postcode: '9'.repeat(21) },
      { country: 'us' },
      { country: undefined },
      { phone: 'call me' },
      { phone: '' },
      { name: ' ' },
    ])
      expect([wrong, newAddressSchema.safeParse({ ...oakland, ...wrong }).success]).toEqual([wrong, false])
  })
})
