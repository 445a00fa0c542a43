import { arrow, centreCross, dimension, leader, viewName } from '../annotations.ts'
import { arc, type Point, polar, range } from '../geometry.ts'
import { defineDrawing, int, number } from '../kind.ts'
import { text } from '../lettering.ts'
import { cardOnly } from '../marks.ts'
import { axis, inlay, line, solid, thin } from '../paths.ts'
import { circle, corners, disc, ellipse, polygon, polyline, rect, rings, section } from '../shapes.ts'

type Filter = { d: number; h: number; holes: number }

export const oilFilter = defineDrawing({
  kind: 'oil-filter',
  title: (p) => `Oil filter, ⌀${p.d} × ${p.h} mm`,
  params: { d: number(76, 50, 110), h: number(96, 50, 150), holes: int(8, 4, 12) },
  crop: [24, 30, 160, 170],
  draw: (p) => {
    const W = Math.min(p.d * 0.72, 60) + Math.max(0, p.d - 83) * 0.12
    const H = Math.min(p.h, 100) * 1.5 + Math.max(0, p.h - 100) * 0.3
    return [
      elevation(p, W, H),
      disc(248, 112, W, W - 3),
      rings(248, 112, [W * 0.84, W * 0.72], [W * 0.78]),
      range(p.holes).map((i) =>
        circle(...polar(248, 112, W * 0.5, (i * 360) / p.holes + 22.5), W * 0.085, 'mid', 'tint'),
      ),
      circle(248, 112, W * 0.28, 'bold'),
      polyline(arc(248, 112, W * 0.24, 20, 290), 'thin'),
      centreCross(248, 112, W + 8),
      leader(...polar(248, 112, W * 0.28, 70), 254, 112 + W + 20, 'M20×1.5'),
    ]
  },
})

function elevation({ d, h }: Filter, W: number, H: number) {
  const bottom = 40 + H
  return [
    solid`M${104 - W} ${bottom - 6}V62Q${104 - W} 40 ${104 - W + 24} 40H${104 + W - 24}Q${104 + W} 40 ${104 + W} 62V${bottom - 6}Z`,
    rect(104 - W - 3, bottom - 8, 2 * W + 6, 8, 'bold', 'plate', 2),
    rect(104 - W + 14, bottom, 2 * W - 28, 4, 'mid', 'plate', 1),
    range(8).map((i) => {
      const x = 104 + W * 0.98 * Math.sin(((-79 + i * 11) * Math.PI) / 180)
      return line(x, 44 + (i < 2 ? 5 - i * 3 : 0), x, 66, 'thin')
    }),
    thin`M${104 - W} 68H104M${104 - W + 10} 82V${bottom - 16}M${104 - W + 13} 82V${bottom - 16}`,
    rect(104, 41, W - 1, H - 10, 'none', 'plate'),
    inside(W, H),
    axis`M104 28V${bottom + 12}`,
    dimension(104 - W, bottom, 104 + W, bottom, 18, `⌀${d}`),
    dimension(104 - W, 40, 104 - W, bottom, 18, h),
  ]
}

function inside(W: number, H: number) {
  const bottom = 40 + H
  const can = corners`104,40 ${104 + W - 24},40 ${104 + W - 12},42 ${104 + W - 3},50 ${104 + W},62 ${104 + W},${bottom - 8} ${104 + W - 3.4},${bottom - 8} ${104 + W - 3.4},63 ${104 + W - 7},53 ${104 + W - 14},46 ${104 + W - 24},43.4 104,43.4`
  const plate = corners`112,${bottom - 14} ${104 + W - 4},${bottom - 14} ${104 + W - 4},${bottom - 4} ${104 + W - 14},${bottom - 4} ${104 + W - 14},${bottom - 8} ${104 + W - 24},${bottom - 8} ${104 + W - 24},${bottom} 112,${bottom}`
  const folds = Math.max(8, 2 * Math.round((H - 48) / 9))
  const pleats = range(folds).map(
    (i): Point => [104 + (i % 2 ? 15 : W - 9), 66 + ((i + 0.5) * (H - 48)) / folds],
  )
  const holes = Math.max(2, Math.round((H - 66) / 13))
  return [
    section(can, 3),
    polyline([[119, 66], ...pleats, [119, bottom - 22]]),
    rect(104, 60, W - 7, 5, 'mid', 'plate'),
    rect(114, bottom - 22, W - 17, 5, 'mid', 'plate'),
    line(115, 65, 115, bottom - 22),
    line(117, 65, 117, bottom - 22, 'thin'),
    range(holes).map((i) => ellipse(116, 74 + (i * (H - 62)) / (holes - 1), 1.6, 2.4, 'thin', 'plate')),
    thin`M106 44q3 3 6 0t6 0t6 0l-6 15h-8Z`,
    section(plate, 3, 45),
  ]
}

export const airFilter = defineDrawing({
  kind: 'air-filter',
  title: (p) => `Air filter, ${p.w} mm long, ${p.h} mm high`,
  params: { w: number(290, 120, 400), h: number(58, 20, 120) },
  crop: [14, 18, 256, 120],
  draw: ({ w, h }) => {
    const W = Math.min(244, 96 + w * 0.42)
    const D = 96
    const H = 14 + Math.min(h, 80) * 0.42
    const x = 142 - W / 2
    const folds = Math.round((W - 40) / 5)
    const pleats = range(folds + 1).map(
      (i): Point => [x + 20 + (i * (W - 40)) / folds, i % 2 ? 160 : 156 + H],
    )
    const lip = (side: 1 | -1): Point[] => {
      const at = (u: number) => 142 + side * (W / 2 - u)
      return corners`${at(0)},158 ${at(3)},156 ${at(14)},156 ${at(20)},161 ${at(20)},${156 + H - 2} ${at(16)},${156 + H - 2} ${at(14)},167 ${at(0)},167`
    }
    const flow = [0.3, 0.5, 0.7].map((share) => {
      const at = x + W * share
      return [line(at, 134, at, 148, 'thin'), arrow(at, 152, 90)]
    })
    return [
      plan(W, D),
      // cut lengthwise: seal, pleats, and the air that passes
      polyline(pleats, 'mid'),
      section(lip(-1), 3),
      section(lip(1), 3),
      cardOnly([flow, viewName(x + 4, 148, 'B–B', 'start')]),
      dimension(142 - W / 2, 156 + H, 142 + W / 2, 156 + H, 20, w),
      dimension(142 + W / 2, 156, 142 + W / 2, 156 + H, -18, h),
      dimension(142 + W / 2, 30, 142 + W / 2, 30 + D, -18, Math.round((w * 0.55) / 5) * 5),
    ]
  },
})

function plan(W: number, D: number) {
  const x = 142 - W / 2
  const y = 30
  return [
    rect(x, y, W, D, 'bold', 'plate', 14),
    rect(x + 4, y + 4, W - 8, D - 8, 'thin', 'none', 11),
    rect(x + 9, y + 9, W - 18, D - 18, 'mid', 'plate', 8),
    rect(x + 18, y + 18, W - 36, D - 36, 'mid', 'plate', 2),
    range((W - 40) / 4.4).map((i) =>
      line(x + 21 + i * 4.4, y + 18, x + 21 + i * 4.4, y + D - 18, i % 2 ? 'thin' : 'mid'),
    ),
    [0.36, 0.64].map((share) => [
      thin`M${x + 18} ${y + D * share - 1.4}H${x + W - 18}M${x + 18} ${y + D * share + 1.4}H${x + W - 18}`,
    ]),
    axis`M${x - 8} ${y + D / 2}H${x + W + 8}M142 ${y - 8}V${y + D + 8}`,
  ]
}

export const cabinFilter = defineDrawing({
  kind: 'cabin-filter',
  title: (p) => `Cabin filter, ${p.w} mm long, ${p.h} mm thick`,
  params: { w: number(254, 120, 380), h: number(35, 15, 70) },
  crop: [14, 24, 286, 176],
  draw: ({ w, h }) => {
    const long = 120 + w * 0.17
    const thick = 10 + h * 0.62
    const at = place(long, thick)
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
      pleats(at, long),
      airflow(at),
      dimension(...at(0, 0, 0), ...at(1, 0, 0), 16, w),
      dimension(...at(1, 0, 0), ...at(1, 1, 0), 16, Math.round(w * 0.86)),
      dimension(...at(0, 0, 1), ...at(0, 0, 0), 14, h),
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
