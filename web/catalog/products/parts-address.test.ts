import { expect, test } from 'vitest'
import { isFormParameter, isListParameter } from '#contract/catalog/search/filters.ts'
import { changeView, isFiltered, isPartsAddress, partsAddress, readPartsView } from './parts-address.ts'

const canonical = (query: string) => partsAddress(readPartsView(new URLSearchParams(query)))

test.each([
  [
    'category=body&brand=Marrow&brand=Halden&minPrice=10&maxPrice=&inStock=true',
    'category=body&brand=Halden,Marrow&minPrice=10&inStock=true',
  ],
  ['page=2&category=wheels,body&category=body&utm_source=x', 'category=body,wheels&page=2'],
  [
    'a.diameter=1000,280&type=brake-disc&page=2&a.diameter=288&a.axle=rear&a.axle=front&category=body',
    'category=body&type=brake-disc&a.axle=front,rear&a.diameter=280,288,1000&page=2',
  ],
  ['page=1&brand=%20,,Halden%20', 'brand=Halden'],
  ['a.size.min=%20256&a.size.max=300&a.size=280', 'a.size=256..300'],
  ['a.size.min=&a.size.max=300&a.size=280,288', 'a.size=..300'],
  ['a.size.min=256&type=disc&attributesOf=disc', 'type=disc&a.size=256..'],
  ['a.size.min=&a.size.max=&a.size=280', 'a.size=280'],
  ['a.size.min=280&a.size.max=280', 'a.size=280'],
  ['a.size.min=12,5&a.size.max=12,5', 'a.size=12,5..12,5'],
  ['a.size.min=5,10&a.size.max=wide', 'a.size=5,10..wide'],
  ['a.size.min=300..1&a.size.max=256', 'a.size=300..1..256'],
  ['attributesOf=disc&type=pad&a.size.max=300&a.axle=front&brand=Halden', 'type=pad&brand=Halden'],
  ['attributesOf=disc&type=&a.axle=front&category=body', 'category=body'],
  ['attributesOf=&a.axle=front', 'a.axle=front'],
])('%s has one spelling', (query, expected) => {
  expect(canonical(query)).toBe(`/parts?${expected}`)
  expect(canonical(expected)).toBe(`/parts?${expected}`)
  expect(isPartsAddress(new URLSearchParams(expected))).toBe(true)
  expect(isPartsAddress(new URLSearchParams(query))).toBe(false)
})

test('parameters have one order, but another one is the same list', () => {
  const query = 'sort=price&brand=B%C3%A9ta&q=brake++disc&category=body'
  expect(canonical(query)).toBe('/parts?q=brake++disc&category=body&brand=B%C3%A9ta&sort=price')
  expect(isPartsAddress(new URLSearchParams(query))).toBe(true)
})

test('signs that separate parameters are escaped, commas are not', () => {
  expect(canonical('q=%C3%A9%26a%3Db%2Cc')).toBe('/parts?q=%C3%A9%26a%3Db,c')
})

test('names that no attribute has are no parameters', () => {
  for (const name of ['a.', 'a.X', 'a.__proto__', 'a.size.mid', 'a.X.min', 'a..max', 'a.size.min.max'])
    expect(isListParameter(name) || isFormParameter(name), name).toBe(false)
  expect(['a.size.min', 'a.size.max', 'attributesOf'].every(isFormParameter)).toBe(true)
})

test('parameters of others do not matter', () => {
  expect(canonical('utm_source=x&__proto__=y&vehicle=z')).toBe('/parts')
  expect(isPartsAddress(new URLSearchParams('utm_source=x&_routes=a'))).toBe(true)
  expect(isPartsAddress(new URLSearchParams('utm_source=x&brand='))).toBe(false)
})

test('only parameters that something reads are part of a key', () => {
  const names = ['q', 'brand', 'page', 'view', 'vehicle', 'utm_source', '__proto__', 'constructor', '']
  expect(names.filter(isListParameter)).toEqual(['q', 'brand', 'page', 'view'])
})

test('attributes go with their type, and stay with other filters', () => {
  const view = { type: 'brake-disc', 'a.axle': 'front', page: '2' }
  expect(changeView(view, { type: 'tyre' })).toEqual({ type: 'tyre' })
  expect(changeView(view, { brand: 'Halden' })).toEqual({
    type: 'brake-disc',
    'a.axle': 'front',
    brand: 'Halden',
  })
  expect(isFiltered({ 'a.axle': 'front' })).toBe(true)
})

test('query, category and view do not count as filters', () => {
  expect(isFiltered({ q: 'a', category: 'body', sort: 'price', page: '2', view: 'table' })).toBe(false)
  expect(isFiltered({ inStock: 'true' })).toBe(true)
})
