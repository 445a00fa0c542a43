import { spawnSync } from 'node:child_process'
import type { Measured } from './load.ts'
import { startProcess } from './own-process.ts'
import { urlOf, type World } from './world.ts'

/** Branches: none is hot for eight clients. */
const SCALE = 100
/** The real one has 100,000 accounts a branch. */
export const PGBENCH_SCALE = 10

/** Our TPC-B-like transactions over bare pg, on the same server as the store. */
export async function startTransactions(world: World) {
  const child = startProcess('bench/baseline/tpcb.ts')
  const databaseUrl = urlOf(world.database)
  child.send({ databaseUrl, prepare: SCALE })
  await child.answer()
  return {
    stop: child.stop,
    async run(clients: number, seconds: number): Promise<Measured> {
      const cpuBefore = child.cpuSeconds()
      child.send({ databaseUrl, clients, seconds, scale: SCALE })
      const measured = (await child.answer()) as Omit<Measured, 'cpuPerAnswer'>
      return { ...measured, cpuPerAnswer: (child.cpuSeconds() - cpuBefore) / measured.answers }
    },
  }
}

/** What the real pgbench does on the same server, in transactions a second; undefined where it is not installed. */
export function realPgbench(
  world: World,
  { clients, seconds }: { clients: number; seconds: number },
): number | undefined {
  const { host, port, user } = world.database.connection
  const place = ['-h', String(host), '-p', String(port), '-U', String(user)]
  const made = spawnSync('pgbench', [...place, '-i', '-q', '-s', String(PGBENCH_SCALE), 'postgres'], {
    encoding: 'utf8',
  })
  if (made.status !== 0) return undefined
  const run = spawnSync(
    'pgbench',
    [
      ...place,
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(Math.ceil(seconds)),
      'postgres',
    ],
    {
      encoding: 'utf8',
    },
  )
  const tables = 'pgbench_accounts, pgbench_branches, pgbench_tellers, pgbench_history'
  void world.database.pool.query(`drop table if exists ${tables}`)
  const tps = /tps = ([\d.]+)/.exec(run.stdout)?.[1]
  return tps === undefined ? undefined : Number(tps)
}
