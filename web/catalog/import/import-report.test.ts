import { expect, test } from 'vitest'
import { stateWords } from './import-report.tsx'

test.each([
  ['checking', true, 'Comparing', undefined],
  ['checking', false, 'Interrupted', 'warn'],
  ['applying', false, 'Interrupted', 'warn'],
  ['undoing', false, 'Interrupted', 'warn'],
  ['receiving', false, 'Waiting for the file', undefined],
  ['checked', false, 'Nothing is written yet', 'warn'],
  ['applied', false, 'Applied', 'ok'],
  ['refused', false, 'Refused', 'bad'],
] as const)('%s, isWorking %j, is shown as %j', (state, isWorking, text, tone) => {
  expect(stateWords({ state, isWorking })).toEqual({ text, tone })
})
