// A transaction like that of TPC-B over bare pg, by so many clients, in a process of its own.
import pg from 'pg'
import { percentile } from '../figures.ts'

type Request = { databaseUrl: string; clients: number; seconds: number; scale: number }

/** As many accounts and tellers a branch as leave no row hot at the scale that is asked for. */
const ACCOUNTS = 2_000
const TELLERS = 10

process.on('message', async (request: Request | { prepare: number; databaseUrl: string }) => {
  if ('prepare' in request) await prepare(request.databaseUrl, request.prepare)
  process.send?.('prepare' in request ? { prepared: true } : await run(request))
})

async function prepare(databaseUrl: string, scale: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    create schema if not exists tpcb;
    drop table if exists tpcb.branches, tpcb.tellers, tpcb.accounts, tpcb.history;
    create table tpcb.branches (bid int primary key, bbalance int not null, filler char(88)) with (fillfactor = 50);
    create table tpcb.tellers (tid int primary key, bid int, tbalance int not null, filler char(84)) with (fillfactor = 50);
    create table tpcb.accounts (aid int primary key, bid int, abalance int not null, filler char(84)) with (fillfactor = 90);
    create table tpcb.history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into tpcb.branches select n, 0 from generate_series(1, ${scale}) n;
    insert into tpcb.tellers select n, (n - 1) / ${TELLERS} + 1, 0 from generate_series(1, ${scale * TELLERS}) n;
    insert into tpcb.accounts select n, (n - 1) / ${ACCOUNTS} + 1, 0 from generate_series(1, ${scale * ACCOUNTS}) n;
    analyze tpcb.branches; analyze tpcb.tellers; analyze tpcb.accounts`)
  await client.end()
}

async function run({ databaseUrl, clients, seconds, scale }: Request) {
  const times: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      while (performance.now() < until) {
        const began = performance.now()
        await transact(client, scale)
        times.push(performance.now() - began)
      }
      await client.end()
    }),
  )
  const rate = times.length / ((performance.now() - startedAt) / 1000)
  return {
    rate,
    answers: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}

/** The seven steps of pgbench's "TPC-B (sort of)", each prepared once. */
async function transact(client: pg.Client, scale: number): Promise<void> {
  const aid = pick(scale * ACCOUNTS)
  const tid = pick(scale * TELLERS)
  const bid = pick(scale)
  const delta = pick(10_001) - 5_001
  await client.query('begin')
  await client.query({
    name: 'account',
    text: 'update tpcb.accounts set abalance = abalance + $1 where aid = $2',
    values: [delta, aid],
  })
  await client.query({
    name: 'balance',
    text: 'select abalance from tpcb.accounts where aid = $1',
    values: [aid],
  })
  await client.query({
    name: 'teller',
    text: 'update tpcb.tellers set tbalance = tbalance + $1 where tid = $2',
    values: [delta, tid],
  })
  await client.query({
    name: 'branch',
    text: 'update tpcb.branches set bbalance = bbalance + $1 where bid = $2',
    values: [delta, bid],
  })
  await client.query({
    name: 'history',
    text: 'insert into tpcb.history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
    values: [tid, bid, aid, delta],
  })
  await client.query('commit')
}

function pick(most: number): number {
  return 1 + Math.floor(Math.random() * most)
}
