// `npm run lighthouse [-- PATHS…]`: public pages in Lighthouse's mobile mode, compared with `LIMITS`.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, findBrowser } from '../browser.ts'
import { ROOT, run } from '../process.mjs'
import { startDemoStore } from './demo-store.ts'

/** Not a dependency, since it has 176 MB: `npm exec` installs it for this command. */
const PACKAGE = 'lighthouse@13.5.0'
const FOLDER = path.join(ROOT, 'test-results', 'lighthouse')
const EMPTY_BUILD = path.join(ROOT, 'test-results', 'empty-app')
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const ATTEMPTS = 3
const RUNS = 3
/** Scores from 0 to 100, times in ms, scripts in kB of brotli. */
const LIMITS = [
  { name: 'performance', atLeast: 98 },
  { name: 'accessibility', atLeast: 100 },
  { name: 'best-practices', atLeast: 100 },
  { name: 'seo', atLeast: 100 },
  { name: 'LCP', atMost: 1500 },
  { name: 'TBT', atMost: 50 },
  { name: 'CLS', atMost: 0 },
  { name: 'script', atMost: 130 },
  { name: 'aboveEmpty', atMost: 33.5 },
] as const

type Measures = ReturnType<typeof readReport>
type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<
    string,
    { numericValue?: number; details?: { items?: { url: string; resourceType?: string }[] } }
  >
}

const wanted = process.argv.slice(2)
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const emptyApp = weighEmptyApp()
const browser = await findBrowser()
const store = await startDemoStore()
const rows: { page: string; measures: Measures }[] = []
try {
  for (const page of wanted.length > 0 ? wanted : await publicPages(store.origin))
    rows.push({ page, measures: await measure(store.origin + page, browser) })
} finally {
  await store.stop()
}
console.log(`Best of ${RUNS} runs; an empty React Router app has ${emptyApp} kB of script`)
console.table(rows.map(({ page, measures }) => ({ page, ...measures })))
const failures = rows.flatMap(({ page, measures }) => failuresOf(page, measures))
for (const failure of failures) console.error(failure)
process.exitCode = failures.length > 0 ? 1 : 0

async function publicPages(origin: string): Promise<string[]> {
  const [part]: { _id: string }[] = await (await fetch(`${origin}/api/service?limit=1`)).json()
  return ['/', '/parts', `/parts/${part?._id}`, '/blogs']
}

/** The best run, since other processes only add time, with the median performance beside it. */
async function measure(address: string, browser: Browser): Promise<Measures> {
  // the first request after a start renders the page
  await fetch(address)
  const all: Measures[] = []
  while (all.length < RUNS) all.push(await runLighthouse(address, browser))
  all.sort((a, b) => b.performance - a.performance || a.LCP - b.LCP)
  const [best, middle] = all
  if (!best || !middle) throw new Error(`${address} was not measured`)
  return { ...best, median: middle.performance }
}

async function runLighthouse(address: string, browser: Browser): Promise<Measures> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(address, browser)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function runOnce(address: string, { executablePath, args, env }: Browser): Promise<Measures> {
  const file = path.join(FOLDER, `${Date.now()}.json`)
  const command = [
    ...['exec', '--yes', '--loglevel=error', `--package=${PACKAGE}`, '--', 'lighthouse', address, '--quiet'],
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${['--headless=new', ...args].join(' ')}`,
  ]
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const code = await run(npm, command, { env: { ...env, CHROME_PATH: executablePath } })
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${address}`)
  return readReport(JSON.parse(readFileSync(file, 'utf8')))
}

function readReport({ categories, audits }: Report) {
  const score = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name].score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const requests = audits['network-requests']?.details?.items ?? []
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const client = path.join(ROOT, 'dist', 'client')
  const script = weigh(scripts.map(({ url }) => path.join(client, new URL(url).pathname)))
  return {
    performance: score('performance'),
    median: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    FCP: Math.round(value('first-contentful-paint')),
    LCP: Math.round(value('largest-contentful-paint')),
    TBT: Math.round(value('total-blocking-time')),
    // to the three places that Lighthouse shows
    CLS: Number(value('cumulative-layout-shift').toFixed(3)),
    script,
    aboveEmpty: Number((script - emptyApp).toFixed(1)),
  }
}

function failuresOf(page: string, measures: Measures): string[] {
  return LIMITS.flatMap((limit) => {
    const value = measures[limit.name]
    if ('atLeast' in limit)
      return value >= limit.atLeast ? [] : [`${page}: ${limit.name} is below ${limit.atLeast}`]
    return value <= limit.atMost ? [] : [`${page}: ${limit.name} is above ${limit.atMost}`]
  })
}

/** The script of the smallest React Router app, built by the same tools. */
function weighEmptyApp(): number {
  rmSync(EMPTY_BUILD, { recursive: true, force: true })
  const build = ['node_modules/@react-router/dev/bin.cjs', 'build', 'tools/empty-app']
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stderr } = spawnSync(process.execPath, build, { cwd: ROOT, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The empty app could not be built:\n${stderr}`)
  // the browser does not load the manifest's script: it requests the routes that it needs
  return weigh(globSync(`${EMPTY_BUILD}/client/assets/*.js`).filter((file) => !file.includes('manifest-')))
}

function weigh(files: string[]): number {
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0)
  return Math.round(bytes / 100) / 10
}
