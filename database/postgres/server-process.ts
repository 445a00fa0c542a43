import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError } from '../start-error.ts'

type ServerOptions = {
  command: string[]
  onOccupied: () => void
  log: (line: string) => void
}

const TIMEOUT_MS = 10_000
const RETRY_MS = 100
const RELAUNCH_MS = 1_000
const READY = 'ready to accept connections'
const OCCUPIED = /postmaster\.pid|shared memory/

/** Starts PostgreSQL and restarts it whenever it ends by itself, until `stop`. Its log is shown after a failure only. */
export async function keepServerRunning(options: ServerOptions): Promise<{ stop(): Promise<void> }> {
  let isStopping = false
  let running: Promise<Launched | undefined> = launch(options).then(watch)
  await running
  return {
    async stop() {
      isStopping = true
      const server = await running
      if (server) await end(server.child)
    },
  }

  function watch(server: Launched): Launched {
    server.child.once('exit', () => {
      if (isStopping) return
      options.log(`PostgreSQL ended unexpectedly and is restarted. The end of its log:\n${server.tail()}`)
      running = relaunch()
    })
    return server
  }

  async function relaunch(): Promise<Launched | undefined> {
    while (!isStopping) {
      try {
        return watch(await launch(options))
      } catch (error) {
        options.log(error instanceof Error ? error.message : String(error))
        await sleep(RELAUNCH_MS)
      }
    }
  }
}

type Launched = { child: ChildProcess; tail: () => string }

async function launch({ command, onOccupied }: ServerOptions): Promise<Launched> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await sleep(RETRY_MS)) {
    const { isReady, ...server } = await attempt(command)
    if (isReady) return server
    const log = server.tail()
    if (!OCCUPIED.test(log)) throw new DatabaseStartError(`PostgreSQL did not start:\n${log}`)
    if (Date.now() > deadline)
      throw new DatabaseStartError(
        `Another program is using the same data, and PostgreSQL did not start:\n${log}`,
      )
    onOccupied()
  }
}

/** Starts it in its own process group: Ctrl-C must not stop it before the store has finished its work. */
async function attempt([command = '', ...args]: string[]): Promise<Launched & { isReady: boolean }> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
  })
  let output = ''
  const isReady = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(false))
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4000)
      if (output.includes(READY)) resolve(true)
    })
  })
  return { child, tail: () => output.trim(), isReady }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await exited
}
