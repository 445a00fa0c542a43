import { compareCached } from '../cached-responses.ts'
import type { Workload } from '../workload.ts'

export const home: Workload = {
  name: 'home',
  run: (bench) =>
    compareCached(bench, {
      workload: 'home',
      title: 'Home page, HTML, against bare node:http with the same bytes',
      least: 0.7,
      paths: ['/'],
    }),
}
