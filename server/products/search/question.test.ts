import { describe, expect, test } from 'vitest'
import { readQuestion, writeQuestion } from './question.ts'

function asked(q: string) {
  return readQuestion(q).demands.map(({ wordings }) => wordings.map((wording) => wording.join(' ')))
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
  ])('%j also asks for %j', (q, other) => {
    expect(asked(q)).toHaveLength(1)
    expect(asked(q)[0]).toContain(other)
  })

  test('a word in quotes is meant as it is', () => {
    expect(asked('"tyre" disc')).toEqual([['tyre'], expect.arrayContaining(['disc', 'rotor'])])
  })
})

test('words around a question are left out, unless they part things, or nothing else is asked', () => {
  expect(writeQuestion(readQuestion('do you have any brake pads for my van please').demands)).toBe(
    'brake pads for van',
  )
  expect(readQuestion('what is the price').demands).toEqual([])
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
])('%j is asked again as %j', (q, text) => {
  expect(writeQuestion(readQuestion(q).demands)).toBe(text)
})

test.each([
  ['NOR.0707-60', ['nor070760']],
  ['brake disc NOR 0707 60', ['nor070760', 'discnor070760', 'brakediscnor070760']],
  ['nor 0707 60 11', ['nor07076011']],
  ['0707-60 280 mm', ['070760']],
])('%j may be the numbers %j among others', (q, numbers) => {
  expect(readQuestion(q).numbers).toEqual(expect.arrayContaining(numbers))
})

test.each(['-BR-2804-22', 'brake disc -BR-2804-22', 'brake disc -"BR 2804 22"'])(
  '%j asks for no number',
  (q) => {
    expect(readQuestion(q).numbers).toEqual([])
  },
)

test('a number is not cut short where another group of it follows', () => {
  expect(readQuestion('nor 0707 60 11').numbers).not.toContain('nor070760')
  expect(readQuestion('brake pads').numbers).toEqual([])
})

test.each(['BR-2804-23', 'C.310.66.2', 'PL 738 L 38', '65.130.71', '4 844 63', 'SENK92X1', '33486.1 NEW'])(
  '%j is one number, whose groups stand together',
  (q) => {
    const number = q.toLowerCase().replace(/[^a-z0-9]/g, '')
    expect(readQuestion(q).demands.map(({ wordings }) => wordings)).toEqual([[[number], [`#${number}`]]])
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
])('%j is more than a number', (q) => {
  expect(readQuestion(q).demands.length).toBeGreaterThan(1)
  expect(asked(q).flat()).not.toContain(q.toLowerCase().replace(/[^a-z0-9]/g, ''))
})
