import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** The CPU time that a call may take for any input. */
const MAX_CPU_MS = 50

export type Case = { name: string; request: InjectOptions & { token?: string | undefined } }
type Call = (request: Case['request']) => Promise<LightMyRequestResponse>

/** Makes each call, a slow one repeatedly; returns those that take too long, or whose status is unexpected. */
export async function findFaults(call: Call, cases: Case[], wanted: RegExp): Promise<string[]> {
  const faults: string[] = []
  for (const { name, request } of cases) {
    let status = 0
    const cpu = await minCpu(async () => {
      status = (await call(request)).statusCode
    })
    if (cpu > MAX_CPU_MS) faults.push(`${name}: ${Math.round(cpu)} ms`)
    if (!wanted.test(String(status))) faults.push(`${name}: status ${status}`)
  }
  return faults
}

/** The status of a rejected call. */
export const REFUSED = /^4/
export const NO_FAILURE = /^[234]/

/**
 * The minimum CPU time of up to thirty calls, in milliseconds of this process, so that other processes and
 * one-time work such as compiling do not count. Stops at the first call that is fast enough.
 */
async function minCpu(call: () => Promise<void>): Promise<number> {
  let min = Number.POSITIVE_INFINITY
  for (let time = 0; time < 30 && min > MAX_CPU_MS; time += 1) {
    const before = process.cpuUsage()
    await call()
    const { user, system } = process.cpuUsage(before)
    min = Math.min(min, (user + system) / 1000)
  }
  return min
}
