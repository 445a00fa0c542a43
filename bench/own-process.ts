import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '..')

export type OwnProcess = {
  pid: number
  /** Seconds of processor time so far; NaN where the system does not report it. */
  cpuSeconds(): number
  rssBytes(): number
  /** Sends it what it may need next. */
  send(message: object): void
  /** What it says next. */
  answer(): Promise<unknown>
  stop(): Promise<void>
}

const TICKS_A_SECOND = 100
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A file of ours in a Node process of its own; messages in both directions go over IPC. */
export function startProcess(file: string, env: Record<string, string> = {}): OwnProcess {
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  let output = ''
  const listen = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-10_000)
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => running.delete(child))
  const pid = child.pid ?? 0
  return {
    pid,
    cpuSeconds: () => cpuSecondsOf(pid),
    rssBytes: () => rssBytesOf(pid),
    send: (message) => void child.send(message),
    answer: () =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null) => reject(new Error(`${file} ended with ${code}:\n${output}`))
        child.once('exit', onExit)
        child.once('message', (message) => {
          child.off('exit', onExit)
          resolve(message)
        })
      }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export type Ended = { seconds: number; mostBytes: number }

/** One of the store's programs with these words, in a Node process of its own, to its end. Throws what it complained of. */
export async function runToEnd(words: string[], env: Record<string, string>): Promise<Ended> {
  const start = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(-10_000)
  })
  const most = highestRss({ rssBytes: () => rssBytesOf(child.pid ?? 0) })
  const code = await new Promise((resolve) => child.once('close', resolve))
  running.delete(child)
  const mostBytes = most.stop()
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${complaint}`)
  return { seconds: (performance.now() - start) / 1000, mostBytes }
}

const SAMPLE_MS = 50

/** Looks at a process until it is stopped, which answers the most memory that it had. */
export function highestRss({ rssBytes }: Pick<OwnProcess, 'rssBytes'>): { stop(): number } {
  let most = 0
  const look = () => {
    most = Math.max(most, rssBytes() || 0)
  }
  const timer = setInterval(look, SAMPLE_MS)
  look()
  return {
    stop() {
      clearInterval(timer)
      look()
      return most
    },
  }
}

/** User and system time (proc(5): fields 14 and 15, counted behind the name, which may hold anything). */
function cpuSecondsOf(pid: number): number {
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

function rssBytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(pid, 'status'))?.[1]) * 1024
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
