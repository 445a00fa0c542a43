import { expect, test } from 'vitest'
import { stateWords } from './import-state.ts'

test.each([
  ['checking', true, 'Comparing', undefined],
  ['checking', false, 'Interrupted', 'warn'],
  ['applying', false, 'Interrupted', 'warn'],
  ['undoing', false, 'Interrupted', 'warn'],
  ['receiving', false, 'Waiting for the file', undefined],
  ['checked', false, 'Nothing is written yet', 'warn'],
  ['applied', false, 'Applied', 'ok'],
  ['refused', false, 'Refused', 'bad'],
] as const)('%s, worked on: %j, is called %j', (state, isWorking, text, tone) => {
  expect(stateWords({ state, isWorking })).toEqual({ text, tone })
})
