import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'
import { runsOf } from './runs.ts'

test.each([
  ['Purelund PL 324 U 50', ['pl324u50', '324u50']],
  ['Sarnovec 1 120 0300', ['11200300']],
  ['Luftany 550089', ['550089']],
  ['disc br 2804', ['br2804']],
])('the digits of %j may stand in a number as %j', (q, keys) => {
  expect(runsOf(readQuestion(q).demands).flatMap((run) => run.keys.map(({ key }) => key))).toEqual(keys)
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
])('the digits of %j stand in texts', (q) => {
  expect(runsOf(readQuestion(q).demands)).toEqual([])
})
