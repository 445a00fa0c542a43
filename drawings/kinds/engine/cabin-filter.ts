import { balloon, cardOnly, dimension, text } from '../../annotations.ts'
import { type Point, range } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { inlay, line, polygon } from '../../pens.ts'

export const cabinFilter = defineDrawing({
  kind: 'cabin-filter',
  title: (p) => `Cabin filter, ${p.w} mm long, ${p.h} mm thick`,
  params: { w: number(254, 120, 380), h: number(35, 15, 70) },
  crop: [14, 24, 286, 176],
  draw: ({ w, h, callout }) => {
    const long = 120 + w * 0.17
    const thick = 10 + h * 0.62
    const at = place(long, thick)
    return [
      frame(at),
      pleats(at, long),
      airflow(at),
      dimension(...at(0, 0, 0), ...at(1, 0, 0), 16, w),
      dimension(...at(1, 0, 0), ...at(1, 1, 0), 16, Math.round(w * 0.86)),
      dimension(...at(0, 0, 1), ...at(0, 0, 0), 14, h),
      balloon(callout, 30, 40, ...at(0.16, 0.7, 1)),
    ]
  },
})

/** Axonometric place: shares along, deep and high; the long side runs down to the right. */
type Place = (u: number, v: number, z: number) => Point

function place(long: number, thick: number): Place {
  const lift = (long - 170) * 0.12
  return (u, v, z) => [
    44 + u * long * 0.9 + v * 88,
    112 + lift + thick / 2 + u * long * 0.34 - v * 62 - z * thick,
  ]
}

function frame(at: Place) {
  const e = 0.045
  const d = 0.07
  return [
    polygon([at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)], 'bold', 'plate'),
    polygon([at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)], 'bold', 'plate'),
    polygon([at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)], 'bold', 'plate'),
    polygon([at(e, d, 1), at(1 - e, d, 1), at(1 - e, 1 - d, 1), at(e, 1 - d, 1)], 'mid', 'plate'),
    [0.3, 0.7].map((z) => [
      line(...at(0, 0, z), ...at(1, 0, z), 'thin'),
      line(...at(1, 0, z), ...at(1, 1, z), 'thin'),
    ]),
  ]
}

/** Ridges and valleys of the fleece, and the crests showing on the near side. */
function pleats(at: Place, long: number) {
  const count = Math.round(long / 6.2)
  const ridges = range(count).map((i) => {
    const u = 0.06 + (i * 0.88) / (count - 1)
    const next = u + 0.44 / (count - 1)
    return [
      line(...at(u, 0.09, 1), ...at(u, 0.91, 1), 'mid'),
      i < count - 1 && line(...at(next, 0.09, 1), ...at(next, 0.91, 1), 'thin'),
    ]
  })
  return ridges
}

function airflow(at: Place) {
  const [x, y] = at(0.62, 0.86, 1)
  return cardOnly([
    inlay`M${x - 5} ${y - 44}h10v22h7l-12 16l-12 -16h7Z`,
    text(x + 18, y - 28, 'AIR FLOW', { size: 9, anchor: 'start', halo: true }),
  ])
}
