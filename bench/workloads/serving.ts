import { compare, measureLoad } from '../load.ts'
import { ACCEPT_HEADERS, categoryPages, getEach, readShuffledParts } from '../requests.ts'
import type { Row } from '../results.ts'
import { type Bench, startBaseline } from '../store.ts'

const PARTS = 200

export function home(bench: Bench): Promise<Row[]> {
  const title = 'Home page, HTML, against bare node:http with the same bytes'
  return compareCached(bench, { title, atLeast: 0.7, paths: ['/'] })
}

export function list(bench: Bench): Promise<Row[]> {
  const title = '`GET /api/service`, first page, against bare node:http with the same bytes'
  return compareCached(bench, { title, atLeast: 0.6, paths: ['/api/service'] })
}

export async function part(bench: Bench): Promise<Row[]> {
  const { fixture } = await bench.shared()
  const newest = await fixture.database.db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(PARTS)
    .execute()
  return compareCached(bench, {
    title: `\`GET /api/service/{id}\`, ${PARTS} parts in turn, against bare node:http with the bytes of one`,
    atLeast: 0.5,
    paths: newest.map(({ id }) => `/api/service/${id}`),
  })
}

type CachedWorkload = { title: string; atLeast: number; paths: string[] }

async function compareCached(bench: Bench, { title, atLeast, paths }: CachedWorkload): Promise<Row[]> {
  const { store } = await bench.shared()
  const url = `${store.origin}${paths[0]}`
  let turn = 0
  const next = () => ({ path: paths[turn++ % paths.length] ?? '/', headers: ACCEPT_HEADERS })
  const baseline = await startBaseline('same-bytes.ts', { url, headers: ACCEPT_HEADERS })
  const { seconds, rounds, connections } = bench.settings
  const run = ({ origin, pid }: { origin: string; pid: number }) =>
    measureLoad({ origin, pid, connections, seconds, next })
  const compared = await compare({
    rounds,
    store: () => run(store),
    baseline: () => run(baseline),
  }).finally(baseline.stop)
  return [{ title, atLeast, ...compared }]
}

export async function freshPages(bench: Bench): Promise<Row[]> {
  const { fixture, store } = await bench.shared()
  const { seconds, rounds, connections } = bench.settings
  const parts = await readShuffledParts(fixture, 1_000_000)
  const baseline = await startBaseline('same-select.ts', { databaseUrl: fixture.databaseUrl })
  const load = { connections, seconds }
  const ofStore = { ...load, ...store, next: getEach(categoryPages(parts)) }
  const ofBaseline = { ...load, ...baseline, next: getEach(categoryPages(parts)) }
  const compared = await compare({
    rounds,
    store: () => measureLoad(ofStore),
    baseline: () => measureLoad(ofBaseline),
  }).finally(baseline.stop)
  const title =
    '`GET /api/service?category=…&after=…`, no address twice, against bare node:http and pg with the same SELECT'
  return [{ title, atLeast: 0.5, ...compared }]
}
