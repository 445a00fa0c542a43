import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../process.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** The counts of vitest's JSON report; undefined if it cannot be read. @param {string} file */
export function readVitest(file) {
  const report = readJson(file)
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  )
}

/** The counts of Playwright's JSON report, or undefined; a flaky test counts as failed. @param {string} file */
export function readPlaywright(file) {
  const stats = readJson(file)?.stats
  return stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/**
 * Counts a runner that failed without a failed test (a file does not load, a crash) as one failure.
 * @param {number} code @param {Count | undefined} count @returns {Count}
 */
export function toCount(code, count = { passed: 0, failed: 0, skipped: 0 }) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

/** @param {Count[]} counts @returns {Count} */
export function total(counts) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of counts) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  return sum
}

/** The last line of a test run. @param {Count} count */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.resolve(ROOT, file), 'utf8'))
  } catch {
    return undefined
  }
}
