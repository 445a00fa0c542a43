import { compareKept } from '../kept-answers.ts'
import type { Workload } from '../workload.ts'

export const home: Workload = {
  name: 'home',
  run: (bench) =>
    compareKept(bench, {
      workload: 'home',
      title: 'Home page, HTML, against bare node:http with the same bytes',
      least: 0.7,
      paths: ['/'],
    }),
}
