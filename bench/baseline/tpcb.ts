// The transaction of pgbench ("TPC-B, sort of") over bare pg, its statements prepared.
import pg from 'pg'
import { percentile } from '../results.ts'

type Message = { databaseUrl: string; clients: number; branches: number; seconds: number }

/** For each branch; pgbench has 100,000 accounts. */
const ACCOUNTS = 2_000
const TELLERS = 10

const UPDATE_ACCOUNT = 'update tpcb.accounts set abalance = abalance + $1 where aid = $2'
const READ_ACCOUNT = 'select abalance from tpcb.accounts where aid = $1'
const UPDATE_TELLER = 'update tpcb.tellers set tbalance = tbalance + $1 where tid = $2'
const UPDATE_BRANCH = 'update tpcb.branches set bbalance = bbalance + $1 where bid = $2'
const INSERT_HISTORY =
  'insert into tpcb.history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)'

let hasTables = false
process.on('message', async (message: Message) => {
  if (!hasTables) await createTables(message)
  hasTables = true
  process.send?.(await run(message))
})

async function createTables({ databaseUrl, branches }: Message): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    drop schema if exists tpcb cascade;
    create schema tpcb;
    create table tpcb.branches (bid int primary key, bbalance int not null, filler char(88)) with (fillfactor = 50);
    create table tpcb.tellers (tid int primary key, bid int, tbalance int not null, filler char(84)) with (fillfactor = 50);
    create table tpcb.accounts (aid int primary key, bid int, abalance int not null, filler char(84)) with (fillfactor = 90);
    create table tpcb.history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into tpcb.branches select n, 0 from generate_series(1, ${branches}) n;
    insert into tpcb.tellers select n, (n - 1) / ${TELLERS} + 1, 0 from generate_series(1, ${branches * TELLERS}) n;
    insert into tpcb.accounts select n, (n - 1) / ${ACCOUNTS} + 1, 0 from generate_series(1, ${branches * ACCOUNTS}) n;
    analyze tpcb.branches; analyze tpcb.tellers; analyze tpcb.accounts`)
  await client.end()
}

async function run({ databaseUrl, clients, branches, seconds }: Message) {
  const times: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const connections = Array.from({ length: clients }, async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    while (performance.now() < endsAt) {
      const began = performance.now()
      await transact(client, branches)
      times.push(performance.now() - began)
    }
    await client.end()
  })
  await Promise.all(connections)
  const elapsed = (performance.now() - startedAt) / 1000
  return { rate: times.length / elapsed, responses: times.length, p95: percentile(times, 0.95) }
}

async function transact(client: pg.Client, branches: number): Promise<void> {
  const aid = randomUpTo(branches * ACCOUNTS)
  const tid = randomUpTo(branches * TELLERS)
  const bid = randomUpTo(branches)
  const delta = randomUpTo(10_001) - 5_001
  await client.query('begin')
  await client.query({ name: 'account', text: UPDATE_ACCOUNT, values: [delta, aid] })
  await client.query({ name: 'balance', text: READ_ACCOUNT, values: [aid] })
  await client.query({ name: 'teller', text: UPDATE_TELLER, values: [delta, tid] })
  await client.query({ name: 'branch', text: UPDATE_BRANCH, values: [delta, bid] })
  await client.query({ name: 'history', text: INSERT_HISTORY, values: [tid, bid, aid, delta] })
  await client.query('commit')
}

function randomUpTo(max: number): number {
  return 1 + Math.floor(Math.random() * max)
}
