import path from 'node:path'
import {
  cloneInto,
  diskMegabytes,
  inScratchFolder,
  installForProduction,
  secondsToFirstPage,
} from '../checkout.ts'
import { figureOf } from '../figures.ts'
import type { Row } from '../row.ts'
import type { Workload } from '../workload.ts'

/** For building add-ons, which nothing in an image does. */
const NODE_HEADERS = ['node_modules', `node-${process.platform}-${process.arch}`, 'include']

/** A clone of what is committed: its packages come from the registry, or npm's own cache. */
export const start: Workload = {
  name: 'start',
  run: ({ pace, print }) =>
    inScratchFolder(async (folder) => {
      const clone = path.join(folder, 'clone')
      cloneInto(clone)
      print('start: npm start in a fresh clone')
      const cold = await secondsToFirstPage(clone)
      const warm: number[] = []
      for (let round = 0; round < pace.rounds; round++) warm.push(await secondsToFirstPage(clone))
      const modules = diskMegabytes(path.join(clone, 'node_modules'))
      print('start: npm ci --omit=dev')
      const image = path.join(folder, 'image')
      installForProduction(image)
      const whole = diskMegabytes(image)
      const headers = diskMegabytes(path.join(image, ...NODE_HEADERS))
      return [
        row('Cold start: `npm start` in a fresh clone to the first page', {
          values: [cold],
          unit: 's',
          most: 45,
        }),
        row('Warm start: `npm start` again to the first page', { values: warm, unit: 's', most: 2 }),
        row('`node_modules` with test tools, on disk', { values: [modules], unit: 'MB', most: 700 }),
        {
          ...row('Packages of a production image: `npm ci --omit=dev`, without headers for C++', {
            values: [whole - headers],
            unit: 'MB',
            most: 350,
          }),
          note: `${Math.round(whole)} MB with the headers that the Node package brings`,
        },
      ]
    }),
}

function row(
  title: string,
  { values, unit, most }: { values: number[]; unit: Row['unit']; most: number },
): Row {
  return { workload: 'start', title, figure: figureOf(values), unit, target: { at: 'most', value: most } }
}
