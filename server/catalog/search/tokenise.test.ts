import { describe, expect, test } from 'vitest'
import { queryRewrites } from './data/query-rewrites.ts'
import { formatTerms, type Term, toTerms } from './part-types.ts'
import { cutPartNumbers, numberSpans, tokenise } from './tokenise.ts'

function termsOf(q: string): Term[] {
  return toTerms(tokenise(q))
}

function variantsOf(q: string): string[][] {
  return termsOf(q).map(({ variants }) => variants.map((words) => words.join(' ')))
}

describe('synonyms', () => {
  test.each([
    ['tyre', 'tire'],
    ['tires', 'tyre'],
    ['shock absorbers', 'damper'],
    ['damper', 'shock absorber'],
    ['windshield', 'windscreen'],
    ['brake rotor', 'disc'],
    ['lambda sensor', 'oxygen sensor'],
    ['wheels & tires', 'c:wheels'],
    ['17 inch', 'r17'],
    ['17"', 'r17'],
  ])('%j also finds %j', (q, other) => {
    expect(variantsOf(q)).toHaveLength(1)
    expect(variantsOf(q)[0]).toContain(other)
  })

  test('a word in quotes has no synonyms', () => {
    expect(variantsOf('"tyre" disc')).toEqual([['tyre'], expect.arrayContaining(['disc', 'rotor'])])
  })
})

test('stop words are left out, unless they separate terms', () => {
  expect(formatTerms(termsOf('do you have any brake pads for my van please'))).toBe('brake pads for van')
  expect(termsOf('what is the price')).toEqual([])
})

test.each([
  ['brake -rear', 'brake -rear'],
  ['-rear brake pads', '-rear brake pads'],
  ['"brake pads" front', '"brake" "pads" front'],
  ['engine oil 5w 30', 'engine oil 5w30'],
  ['205/55R16', '205 55 r16'],
  ['205/55 ZR16', '205 55 r16'],
  ['zr17', 'r17'],
  ['o/s headlight', 'os headlight'],
  ['timing belt w/ water pump', 'timing belt with water pump'],
  ['clutch, three piece', 'clutch, three piece'],
  ['front & rear discs', 'front and rear discs'],
  ['5 w 30 oil 5ltr', '5w30 oil 5 l'],
  ['alternator EL-3848-HV', 'alternator el3848hv'],
  ['F 315T seal', 'f315t seal'],
  ['5/30 oil', '5w30 oil'],
  ['engine oil 5/40 synthetic', 'engine oil 5w40 synthetic'],
  ['20/30 oil seal', '20 30 oil seal'],
  ['3ton jack', '3 ton jack'],
  ['bolt 281.310', 'bolt 281.310'],
])('%j is written as %j', (q, text) => {
  expect(formatTerms(termsOf(q))).toBe(text)
})

test.each([
  ['NOR.0707-60', ['nor070760']],
  ['brake disc NOR 0707 60', ['nor070760', 'discnor070760', 'brakediscnor070760']],
  ['nor 0707 60 11', ['nor07076011']],
  ['0707-60 280 mm', ['070760']],
])('%j may be the numbers %j among others', (q, numbers) => {
  expect(tokenise(q).numbers.exact).toEqual(expect.arrayContaining(numbers))
})

test.each(['brake pads', '-BR-2804-22', 'brake disc -BR-2804-22', 'brake disc -"BR 2804 22"'])(
  '%j searches no part number',
  (q) => {
    expect(tokenise(q).numbers.exact).toEqual([])
  },
)

test('a number is not truncated if another group of it follows', () => {
  expect(tokenise('nor 0707 60 11').numbers.exact).not.toContain('nor070760')
})

test.each(['BR-2804-23', 'C.310.66.2', 'PL 738 L 38', '65.130.71', '4 844 63', 'SENK92X1', '33486.1 NEW'])(
  '%j is one part number',
  (q) => {
    const number = q.toLowerCase().replace(/[^a-z0-9]/g, '')
    expect(termsOf(q)).toMatchObject([{ variants: [[number]], partNumberKey: number }])
  },
)

test.each([
  '205/55 R16 91 V',
  'van tyre 215/65R16C',
  'agm 70 ah 760',
  '720 x 440',
  '48 88 45',
  'oil filter 550089',
  '12 v 55 w',
])('%j is not read as one part number', (q) => {
  expect(termsOf(q).length).toBeGreaterThan(1)
  expect(variantsOf(q).flat()).not.toContain(q.toLowerCase().replace(/[^a-z0-9]/g, ''))
})

test.each(queryRewrites.map(([, , example, rewritten]) => [example, rewritten] as const))(
  '%j is rewritten as %j',
  (typed, rewritten) => {
    const apply = (q: string) =>
      queryRewrites.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), q)
    expect(apply(typed)).toBe(rewritten)
  },
)

describe('adjacent words with digits may be one part number', () => {
  const keysOf = (q: string) => numberSpans(termsOf(q)).flatMap(({ keys }) => keys.map(({ key }) => key))

  test.each([
    ['Purelund PL 324 U 50', ['pl324u50', '324u50']],
    ['Sarnovec 1 120 0300', ['11200300']],
    ['Luftany 550089', ['550089']],
    ['disc br 2804', ['br2804']],
  ])('the end of %j may appear in a part number as one of %j', (q, keys) => {
    expect(keysOf(q)).toEqual(keys)
  })

  test.each([
    'brake disc 281mm',
    'brake pads 156 x 64',
    'battery 42 Ah',
    'brake hose 12000 mm',
    'relay 12 V 40 A 5 pin',
    'drill 10',
    'brake disc "BR-2804-22"',
    'brake disc -BR-2804-22',
  ])('the words of %j are not joined to a part number', (q) => {
    expect(keysOf(q)).toEqual([])
  })
})

test.each([
  ['EL-3848-HV', 'EL-3848-HV'],
  ['el 3848 hv', 'el 3848 hv'],
  ['Aldervolt el3848hv alternator', 'el3848hv'],
  ['part no EN 1952 TC', 'EN 1952 TC'],
  ['F 1526A', 'F 1526A'],
  ['F1526A for my car', 'F1526A'],
  ['EL 3848 IT', 'EL 3848 IT'],
  ['Sakamori 25053940 G', '25053940 G'],
])('%j has the part number %j, which ends in letters', (text, number) => {
  const found = cutPartNumbers(text).filter(({ isPartNumber }) => isPartNumber)
  expect(found.map((cut) => cut.text)).toEqual([number])
})

test.each([
  ...['BR-2804-22', 'br 2804 kit', 'br 2804 for my car', 'NOR.0707-60 brake disc'],
  ...['brake disc 281mm', 'relay 12v 40a 4 pin', 'EL-70-AH', 'van tyres 215 65 16 c', '1956515 all season'],
  ...['tyre 205/55R16', '18 x 8 j wheel', 'alternator 120a', 'engine oil 5w-30', 'abs sensor'],
])('%j has no part number that ends in letters', (text) => {
  expect(cutPartNumbers(text)).toEqual([{ text, isPartNumber: false }])
})
