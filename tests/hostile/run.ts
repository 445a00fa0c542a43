import { Agent, request as httpRequest } from 'node:http'
import { apiRequest } from './api-requests.ts'
import { damageRequest } from './damage.ts'
import { faultOf, type ReceivedResponse } from './expectations.ts'
import type { Fixture } from './fixture.ts'
import { cardRequest, cardRoutes, identityRequest, pageRequest } from './other-requests.ts'
import { createRandom, type Random } from './random.ts'
import { type HostileRequest, toWire, type WireRequest } from './request.ts'

export type Plan = {
  seed: number
  /** The index of the first request and the number of requests; each is the same in every run with this seed. */
  first: number
  count: number
  /** Characters of the longest text. */
  longest: number
  /** Called for each fault at once, since a run may be stopped. */
  onFault?: (fault: Fault) => void
}
export type Fault = { index: number; what: string; line: string }
export type Report = { faults: Fault[]; statuses: Record<string, number>; slowestMs: number }

/** The run ends after this number of different faults. */
const MAX_FAULTS = 30
/** After this number of requests the rows that they refer to are created again, since requests delete them. */
const RENEW_EVERY = 250
/** Successful calls of these delete the caller, or rows that other requests refer to. */
const USES_UP =
  /^(deleteAccount|removeUser|demoteUser|endSignIn|endOtherSignIns|deleteProduct)$|accounts:(update|delete|resetPassword)$/

/** Sends the requests of a plan to the store one after the other over one connection. */
export async function sendHostile(
  fixture: Fixture,
  { seed, first, count, longest, onFault }: Plan,
): Promise<Report> {
  const address = await fixture.store.app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(address).port)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const routes = await cardRoutes(fixture)
  const report: Report = { faults: [], statuses: {}, slowestMs: 0 }
  const seen = new Set<string>()
  for (let index = first; index < first + count && seen.size < MAX_FAULTS; index += 1) {
    if (index > first && index % RENEW_EVERY === 0) await fixture.renew()
    const random = createRandom(seed, index)
    const hostile = validRequest(fixture, routes, random)
    damageRequest(hostile, { random, longest, tokens: tokensOf(fixture) })
    const wire = toWire(hostile)
    const answer = await send(wire, { agent, port }).catch((error: Error) => error)
    const what = answer instanceof Error ? `no answer: ${answer.cause}` : faultOf(wire, answer)
    if (!(answer instanceof Error)) tally(report, hostile, answer)
    const kind = what && kindOf(what, hostile)
    if (what && kind && !seen.has(kind)) {
      seen.add(kind)
      const fault = { index, what, line: describe(hostile, wire) }
      report.faults.push(fault)
      onFault?.(fault)
    }
    if (!(answer instanceof Error) && answer.status < 300 && USES_UP.test(hostile.name)) await fixture.renew()
  }
  agent.destroy()
  return report
}

/** Faults of headers or of the error format are reported once, not for every endpoint. */
function kindOf(what: string, { name, path: [prefix] }: HostileRequest): string {
  const isOfAll = / without | as | in another shape/.test(what)
  const place = isOfAll
    ? (['api', 'identity', 'payments'].find((known) => known === prefix) ?? 'pages')
    : name
  return `${place} ${what.replace(/\d{3,} ms|[0-9a-f-]{36}/g, '').slice(0, 60)}`
}

function validRequest(
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

function tally(report: Report, { name }: HostileRequest, { status, cpuMs }: ReceivedResponse): void {
  const key = `${name} ${status}`
  report.statuses[key] = (report.statuses[key] ?? 0) + 1
  report.slowestMs = Math.max(report.slowestMs, cpuMs)
}

/** The request for a bug report; long texts are cut. */
function describe({ name, damages }: HostileRequest, { method, url, headers, payload }: WireRequest): string {
  const cut = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text)
  const shown = JSON.stringify({ method, url: cut(url), headers, payload: cut(payload.toString()) })
  return `${name}, damaged: ${damages.join(', ') || 'nothing'}\n  ${shown.length > 2000 ? cut(shown) : shown}`
}

/** CPU of this process, client and store together: the database is another process. */
function send(
  { method, url, headers, payload }: WireRequest,
  at: { agent: Agent; port: number },
): Promise<ReceivedResponse> {
  const before = process.cpuUsage()
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
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
    asked.on('error', (error) => {
      // the store closed the connection after the previous response and did not receive this request
      if (asked.reusedSocket) return resolve(send({ method, url, headers, payload }, at))
      reject(new Error('no answer', { cause: error }))
    })
    asked.end(payload)
  })
}

/** Sends a body with any method. */
function withLength(headers: Record<string, string>, payload: Buffer): Record<string, string> {
  return payload.length > 0 ? { ...headers, 'content-length': String(payload.length) } : headers
}
