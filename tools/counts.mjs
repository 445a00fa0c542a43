import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './process.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** What vitest's JSON report counted; undefined when it wrote none. @param {string} file */
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

/** What Playwright's JSON report counted; a test that passed only when repeated has failed. @param {string} file */
export function readPlaywright(file) {
  const stats = readJson(file)?.stats
  return stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/**
 * A runner's counts, held against its exit code: one that failed for another reason than a test
 * (a file that does not load, a leak, a crash) counts as one failure, so that "0 failed" is never untrue.
 *
 * @param {number} code
 * @param {Count | undefined} count
 * @returns {Count}
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

/** The line a test run ends with. @param {Count} count */
export function inWords({ passed, failed, skipped }) {
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
