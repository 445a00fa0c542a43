import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** What a call may cost, whatever it is given. */
const MOST_CPU_MS = 50

export type Case = { name: string; request: InjectOptions & { token?: string | undefined } }
type Call = (request: Case['request']) => Promise<LightMyRequestResponse>

/** Makes each call; answers those that cost too much, or whose status is not a wanted one. */
export async function findFaults(call: Call, cases: Case[], wanted: RegExp): Promise<string[]> {
  const faults: string[] = []
  for (const { name, request } of cases) {
    let status = 0
    const cpu = await leastCpu(async () => {
      status = (await call(request)).statusCode
    })
    if (cpu > MOST_CPU_MS) faults.push(`${name}: ${Math.round(cpu)} ms`)
    if (!wanted.test(String(status))) faults.push(`${name}: status ${status}`)
  }
  return faults
}

/** As every refusal is, and as whatever is not a failure. */
export const REFUSED = /^4/
export const NO_FAILURE = /^[234]/

/**
 * The least CPU time of up to ten calls, in milliseconds of this process: what another process does meanwhile does not
 * count, and neither does what this one does once, such as compiling. The first that is cheap enough ends it.
 */
async function leastCpu(call: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 10 && least > MOST_CPU_MS; time += 1) {
    const before = process.cpuUsage()
    await call()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
