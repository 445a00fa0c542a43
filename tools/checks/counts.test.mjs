import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastLine, readPlaywright, readVitest, toCount, total } from './counts.mjs'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partsline-counts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test("vitest's pending and todo tests count as skipped", () => {
  const file = report({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 3 })
  expect(readVitest(file)).toEqual({ passed: 7, failed: 1, skipped: 5 })
})

test('a browser test that passed only in a retry counts as failed', () => {
  const file = report({ stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 1 } })
  expect(readPlaywright(file)).toEqual({ passed: 4, failed: 3, skipped: 1 })
})

test('a runner that fails without a failed test, or without a report, counts as one failure', () => {
  expect(toCount(1, { passed: 5, failed: 0, skipped: 0 })).toEqual({ passed: 5, failed: 1, skipped: 0 })
  expect(toCount(1, readVitest(path.join(folder, 'none.json')))).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(toCount(1, { passed: 5, failed: 2, skipped: 0 })).toEqual({ passed: 5, failed: 2, skipped: 0 })
  expect(toCount(0, { passed: 5, failed: 0, skipped: 1 })).toEqual({ passed: 5, failed: 0, skipped: 1 })
})

test('the last line has the sums of all runners', () => {
  const one = { passed: 5, failed: 0, skipped: 0 }
  expect(lastLine(total([one, one]))).toBe('10 passed, 0 failed')
  expect(lastLine(total([one, { passed: 1, failed: 2, skipped: 3 }]))).toBe('6 passed, 2 failed, 3 skipped')
})

/** @param {object} content */
function report(content) {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
