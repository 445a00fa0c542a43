import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Edit, Mutation } from './mutation.ts'

/** `isRed`: a test or a test file failed, or Vitest after its tests. `reason`: the first failure, or why there was none. */
export type Outcome = { isRed: boolean; reason: string; seconds: number }
type Run = Pick<Mutation, 'tests' | 'only'> & { sql?: string }
export type CheckoutCopy = {
  runTests(run: Run): Promise<Outcome>
  /** Runs the tests of the mutation with its change, which is undone after the run. */
  testMutation(mutation: Mutation): Promise<Outcome>
}

/** Of one run of Vitest; longer than the timeouts of the tests. */
const TIMEOUT_MS = 900_000

const reportSchema = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})
type Report = z.infer<typeof reportSchema>

/** Copies the checkout, with uncommitted files, to a folder in which mutations are tested. */
export async function copyCheckout(options: {
  root: string
  folder: string
  databaseUrl: string
}): Promise<CheckoutCopy> {
  const { root, folder } = options
  const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  for (const file of listing.toString().split('\0').filter(Boolean)) {
    // deleted, but still in the index
    if (!existsSync(path.join(root, file))) continue
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    cpSync(path.join(root, file), path.join(folder, file))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const runTests = (run: Run) => runVitest(options, run)
  return {
    runTests,
    async testMutation({ change, tests, only }) {
      if ('sql' in change) return runTests({ tests, sql: change.sql, ...(only ? { only } : {}) })
      const file = path.join(folder, change.file)
      const code = readFileSync(file, 'utf8')
      writeFileSync(file, applyEdit(code, change))
      try {
        return await runTests({ tests, ...(only ? { only } : {}) })
      } finally {
        writeFileSync(file, code)
      }
    },
  }
}

function applyEdit(code: string, { from, to, put }: Edit): string {
  return `${code.slice(0, from)}${put}${code.slice(to)}`
}

/** Runs the tests in their order until the first failure. */
async function runVitest(
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
  { tests, only, sql }: Run,
): Promise<Outcome> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const reportFile = path.join(folder, 'test-results', 'mutation.json')
  rmSync(reportFile, { force: true })
  const code = await runNode(
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.mutations.config.ts', ...tests],
      ...['--maxWorkers=1', '--bail=1'],
      ...['--reporter=json', `--outputFile=${reportFile}`],
      ...(only ? ['-t', only] : []),
    ],
    { cwd: folder, env: { TEST_DATABASE_URL: databaseUrl, TEST_TEMPLATE_SQL: sql ?? '' } },
  )
  if (code === 'timeout')
    return { isRed: false, reason: `did not end in ${TIMEOUT_MS / 1000} s`, seconds: seconds() }
  return { ...evaluate(readReport(reportFile), code), seconds: seconds() }
}

function evaluate(report: Report | undefined, code: number): Omit<Outcome, 'seconds'> {
  if (!report || report.numTotalTests === 0) {
    const messages = report?.testResults.map(({ message }) => message.split('\n')[0])
    return {
      isRed: false,
      reason: `the tests did not run at all: ${messages?.join(' ') ?? `exit code ${code}`}`,
    }
  }
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed')
    const file = name.split('/tests/').at(-1) ?? name
    if (failed) return { isRed: true, reason: `${file}: ${failed.fullName}` }
    if (status === 'failed') return { isRed: true, reason: `${file}: ${message.split('\n')[0]}` }
  }
  const hasPassed = report.testResults
    .flatMap((file) => file.assertionResults)
    .some(({ status }) => status === 'passed')
  if (!hasPassed) return { isRed: false, reason: 'no test with such a title passed or failed' }
  return { isRed: code !== 0, reason: code === 0 ? 'no test failed' : `exit code ${code}` }
}

function readReport(file: string): Report | undefined {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function runNode(args: string[], { cwd, env }: { cwd: string; env: Record<string, string> }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    // a separate process group, so that its workers end with it
    detached: true,
  })
  const kill = () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', kill)
  return new Promise<number | 'timeout'>((resolve, reject) => {
    let isTimedOut = false
    const timer = setTimeout(() => {
      isTimedOut = true
      kill()
    }, TIMEOUT_MS)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      process.off('exit', kill)
      resolve(isTimedOut ? 'timeout' : (code ?? 1))
    })
  })
}
