import { expect, test } from 'vitest'
import { tagOfState } from './import-report.tsx'

test.each([
  ['checking', true, 'Comparing', undefined],
  ['checking', false, 'Interrupted', 'warning'],
  ['applying', false, 'Interrupted', 'warning'],
  ['undoing', false, 'Interrupted', 'warning'],
  ['receiving', false, 'Waiting for the file', undefined],
  ['checked', false, 'Nothing is written yet', 'warning'],
  ['applied', false, 'Applied', 'ok'],
  ['refused', false, 'Refused', 'danger'],
] as const)('%s, isWorking %j, is shown as %j', (state, isWorking, text, variant) => {
  expect(tagOfState({ state, isWorking })).toEqual({ text, variant })
})
