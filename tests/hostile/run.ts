import { Agent, request as httpRequest } from 'node:http'
import { apiRequest } from './api-requests.ts'
import { damageRequest } from './damage.ts'
import { findFault, type ReceivedResponse } from './expectations.ts'
import type { Fixture } from './fixture.ts'
import { cardRequest, cardRoutes, identityRequest, pageRequest } from './other-requests.ts'
import { createRandom, type Random } from './random.ts'
import { type HostileRequest, toWire, type WireRequest } from './request.ts'

export type Plan = {
  seed: number
  /** The index of the first request and the number of requests; seed and index select a request and its damages. */
  first: number
  count: number
  /** About how many characters a generated text has at most. */
  longest: number
  /** Called at once for each fault of the report, since a run may be stopped. */
  onFault?: (fault: Fault) => void
}
export type Fault = { index: number; what: string; sent: string }
export type Report = { faults: Fault[]; statuses: Record<string, number>; maxCpuMs: number }

/** The run ends after this number of different faults. */
const MAX_FAULTS = 30
/** After this number of requests the rows that they refer to are created again, since requests delete them. */
const RENEW_EVERY = 250
/** Successful calls of these end the access of the caller, or delete rows that other requests refer to. */
const CONSUMING =
  /^(deleteAccount|removeUser|demoteUser|endSignIn|endOtherSignIns|deleteProduct)$|accounts:(update|delete|resetPassword)$/

/** Sends the requests of a plan to the store one after the other, over one connection at a time. */
export async function sendHostile(
  fixture: Fixture,
  { seed, first, count, longest, onFault }: Plan,
): Promise<Report> {
  const address = await fixture.store.app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(address).port)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const routes = await cardRoutes(fixture)
  const report: Report = { faults: [], statuses: {}, maxCpuMs: 0 }
  const seen = new Set<string>()
  for (let index = first; index < first + count && seen.size < MAX_FAULTS; index += 1) {
    if (index > first && index % RENEW_EVERY === 0) await fixture.renew()
    const random = createRandom(seed, index)
    const hostile = newRequest(fixture, routes, random)
    damageRequest(hostile, { random, longest, tokens: tokensOf(fixture) })
    const wire = toWire(hostile)
    const received = await send(wire, { agent, port }).catch((error: Error) => error)
    const what = received instanceof Error ? `no response: ${received.cause}` : findFault(wire, received)
    if (!(received instanceof Error)) countStatus(report, hostile, received)
    const kind = what && faultKind(what, hostile)
    if (what && kind && !seen.has(kind)) {
      seen.add(kind)
      const fault = { index, what, sent: describe(hostile, wire) }
      report.faults.push(fault)
      onFault?.(fault)
    }
    if (!(received instanceof Error) && received.status < 300 && CONSUMING.test(hostile.name))
      await fixture.renew()
  }
  agent.destroy()
  return report
}

/** Faults of headers or of the error format are reported once for each API and the pages, not for every endpoint. */
function faultKind(what: string, { name, path: [prefix] }: HostileRequest): string {
  const isGeneral = / without | as | in another shape/.test(what)
  const place = isGeneral
    ? (['api', 'identity', 'payments'].find((known) => known === prefix) ?? 'pages')
    : name
  return `${place} ${what.replace(/\d{3,} ms|[0-9a-f-]{36}/g, '').slice(0, 60)}`
}

function newRequest(
  fixture: Fixture,
  routes: { method: string; url: string }[],
  random: Random,
): HostileRequest {
  const kind = random.next()
  if (kind < 0.58) return apiRequest(fixture, random)
  if (kind < 0.82) return identityRequest(fixture, random)
  if (kind < 0.92) return cardRequest(fixture, routes, random)
  return pageRequest(fixture, random)
}

function tokensOf({ rows: { customer, admin }, keys }: Fixture): string[] {
  return [customer.token, customer.idToken, admin.token, admin.idToken, keys.publishableKey, 'a.b.c']
}

function countStatus(report: Report, { name }: HostileRequest, { status, cpuMs }: ReceivedResponse): void {
  const key = `${name} ${status}`
  report.statuses[key] = (report.statuses[key] ?? 0) + 1
  report.maxCpuMs = Math.max(report.maxCpuMs, cpuMs)
}

/** The request for a bug report; long texts are cut. */
function describe({ name, damages }: HostileRequest, { method, url, headers, payload }: WireRequest): string {
  const cut = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text)
  const shown = JSON.stringify({ method, url: cut(url), headers, payload: cut(payload.toString()) })
  return `${name}, damaged: ${damages.join(', ') || 'nothing'}\n  ${shown.length > 2000 ? cut(shown) : shown}`
}

/** `cpuMs` is of this process, which runs client and store; the database is another process. */
function send(
  { method, url, headers, payload }: WireRequest,
  at: { agent: Agent; port: number },
): Promise<ReceivedResponse> {
  const before = process.cpuUsage()
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        method,
        path: url,
        agent: at.agent,
        host: '127.0.0.1',
        port: at.port,
        headers: withLength(headers, payload),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { user, system } = process.cpuUsage(before)
          const flat = Object.entries(response.headers).map(([name, value]) => [name, value?.toString()])
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(flat),
            body: Buffer.concat(chunks),
            cpuMs: (user + system) / 1000,
          })
        })
      },
    )
    request.on('error', (error) => {
      // the store closed the connection after the previous response, probably without receiving this request
      if (request.reusedSocket) return resolve(send({ method, url, headers, payload }, at))
      reject(new Error('no response', { cause: error }))
    })
    request.end(payload)
  })
}

/** Node sends no length by itself with GET, DELETE and some other methods. */
function withLength(headers: Record<string, string>, payload: Buffer): Record<string, string> {
  return payload.length > 0 ? { ...headers, 'content-length': String(payload.length) } : headers
}
