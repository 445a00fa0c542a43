import { expect, test } from 'vitest'
import { cutNumbers } from './number-runs.ts'

test.each([
  ['EL-3848-HV', 'EL-3848-HV'],
  ['el 3848 hv', 'el 3848 hv'],
  ['Aldervolt el3848hv alternator', 'el3848hv'],
  ['part no EN 1952 TC', 'EN 1952 TC'],
  ['F 1526A', 'F 1526A'],
  ['F1526A for my car', 'F1526A'],
  ['EL 3848 IT', 'EL 3848 IT'],
  ['Sakamori 25053940 G', '25053940 G'],
])('%j has the number %j with letters behind its digits', (text, number) => {
  const found = cutNumbers(text).filter(({ isNumber }) => isNumber)
  expect(found.map((piece) => piece.text)).toEqual([number])
})

test.each([
  ...['BR-2804-22', 'br 2804 kit', 'br 2804 for my car', 'NOR.0707-60 brake disc'],
  ...['brake disc 281mm', 'relay 12v 40a 4 pin', 'EL-70-AH', 'van tyres 215 65 16 c', '1956515 all season'],
  ...['tyre 205/55R16', '18 x 8 j wheel', 'alternator 120a', 'engine oil 5w-30', 'abs sensor'],
])('%j has no number with letters behind its digits', (text) => {
  expect(cutNumbers(text)).toEqual([{ text, isNumber: false }])
})
