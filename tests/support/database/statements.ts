import type pg from 'pg'
import type { Pool } from 'pg'

/** With a name it is prepared. */
export type Statement = { text: string; values: unknown[]; name?: string | undefined }

/** The plan of a statement: the tables of which it read many rows sequentially, and how many rows it read in total. */
export type Plan = { wholeTables: string[]; rowsRead: number; text: string }

/** The statements of authentication and rate limits, which calls run first, and of the catalogue, which is looked after every two seconds. */
const NOT_OF_CALL = /where users\.uid = \$1|insert into rate_limits|from catalogue_version/

/** Records the statements that the clients of the pool run, except those of `NOT_OF_CALL`. */
export function watchStatements(pool: Pool): { during(work: () => Promise<unknown>): Promise<Statement[]> } {
  let seen: Statement[] = []
  interceptQueries(pool, (statement, run) => {
    if (statement && !NOT_OF_CALL.test(statement.text)) seen.push(statement)
    return run()
  })
  return {
    async during(work) {
      seen = []
      await work()
      return seen
    },
  }
}

/** `answer` stands for each query of the pool's clients from now on, and `run` sends it; without a statement it is a cursor. */
export function interceptQueries(
  pool: Pool,
  answer: (statement: Statement | undefined, run: () => unknown, client: pg.PoolClient) => unknown,
): void {
  const intercepted = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (intercepted.has(client)) return
    intercepted.add(client)
    const query: unknown = client.query
    if (typeof query !== 'function') return
    Reflect.set(client, 'query', (...given: unknown[]) =>
      answer(toStatement(given), () => Reflect.apply(query, client, given), client),
    )
  })
}

/** A statement as the driver gets it: as text, or prepared. */
function toStatement([first, second]: unknown[]): Statement | undefined {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  if (typeof first !== 'object' || first === null || !('text' in first)) return undefined
  const { text, values, name } = first as pg.QueryConfig
  return { text, values: values ?? [], name }
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Node[]
}

/** Runs a statement again with the same parameters and returns its plan. */
export async function explain(pool: Pool, { text, values }: Statement): Promise<Plan> {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  )
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)))
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined)
  return {
    text: text.length > 400 ? `${text.slice(0, 400)} …` : text,
    wholeTables: scans.filter(isWhole).map((node) => node['Relation Name'] ?? ''),
    rowsRead: scans.reduce((sum, node) => sum + rowsOf(node), 0),
  }
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

/** Up to so many rows a sequential scan may be faster than an index. */
const FEW_ROWS = 100

/** Precomputed counts by category, brand and stock, and their pending changes: always read whole. */
const COUNTS = ['facet_counts', 'facet_count_changes']

function isWhole(node: Node): boolean {
  if (COUNTS.includes(node['Relation Name'] ?? '')) return false
  return node['Node Type'].includes('Seq Scan') && rowsOf(node) > FEW_ROWS
}

function rowsOf(node: Node): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops'])
}
