import { compareCached } from '../cached-responses.ts'
import type { Workload } from '../workload.ts'

export const list: Workload = {
  name: 'list',
  run: (bench) =>
    compareCached(bench, {
      workload: 'list',
      title: '`GET /api/service`, first page, against bare node:http with the same bytes',
      least: 0.6,
      paths: ['/api/service'],
    }),
}
