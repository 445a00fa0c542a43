import { compareCached } from '../cached-responses.ts'
import type { Workload } from '../workload.ts'

/** As many as people look at while they are new, or in the news. */
const PARTS = 200

export const part: Workload = {
  name: 'part',
  async run(bench) {
    const { world } = await bench.shared()
    const newest = await world.database.db
      .selectFrom('products')
      .select('id')
      .where('archived_at', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(PARTS)
      .execute()
    return compareCached(bench, {
      workload: 'part',
      title: `\`GET /api/service/{id}\`, ${PARTS} parts in turn, against bare node:http with the bytes of one`,
      least: 0.5,
      paths: newest.map(({ id }) => `/api/service/${id}`),
    })
  },
}
