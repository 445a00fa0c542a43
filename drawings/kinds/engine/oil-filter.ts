import { balloon, centreCross, centreLine, dimension, leader } from '../../annotations.ts'
import { arc, type Point, polar, range } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import {
  circle,
  corners,
  disc,
  ellipse,
  line,
  polyline,
  rect,
  rings,
  section,
  solid,
  thin,
} from '../../pens.ts'

interface Filter {
  d: number
  h: number
  holes: number
}

const CX = 104
const TOP = 40

export const oilFilter = defineDrawing({
  kind: 'oil-filter',
  title: (p) => `Oil filter, ⌀${p.d} × ${p.h} mm`,
  params: { d: number(76, 50, 110), h: number(96, 50, 150), holes: int(8, 4, 12) },
  crop: [24, 30, 160, 170],
  draw: (p) => {
    const W = Math.min(p.d * 0.72, 60) + Math.max(0, p.d - 83) * 0.12
    const H = Math.min(p.h, 100) * 1.5 + Math.max(0, p.h - 100) * 0.3
    return [
      elevation(p, W, H), // mounting face
      disc(248, 112, W, W - 3),
      rings(248, 112, [W * 0.84, W * 0.72], [W * 0.78]),
      // inlets
      range(p.holes).map((i) =>
        circle(...polar(248, 112, W * 0.5, (i * 360) / p.holes + 22.5), W * 0.085, 'mid', 'tint'),
      ),
      circle(248, 112, W * 0.28, 'bold'),
      // thread circle
      polyline(arc(248, 112, W * 0.24, 20, 290), 'thin'),
      centreCross(248, 112, W + 8),
      leader(...polar(248, 112, W * 0.28, 70), 254, 112 + W + 20, 'M20×1.5'),
      balloon(p.callout, 182, 26, CX + W - 3, TOP + 14),
    ]
  },
})

/** The can from outside, its right half cut open. */
function elevation({ d, h }: Filter, W: number, H: number) {
  const bottom = TOP + H
  const flutes = range(8).map((i) => {
    const x = CX + W * 0.98 * Math.sin(((-79 + i * 11) * Math.PI) / 180)
    return line(x, TOP + 4 + (i < 2 ? 5 - i * 3 : 0), x, TOP + 26, 'thin')
  })
  return [
    solid`M${CX - W} ${bottom - 6}V${TOP + 22}Q${CX - W} ${TOP} ${CX - W + 24} ${TOP}H${CX + W - 24}Q${CX + W} ${TOP} ${CX + W} ${TOP + 22}V${bottom - 6}Z`,
    rect(CX - W - 3, bottom - 8, 2 * W + 6, 8, 'bold', 'plate', 2),
    rect(CX - W + 14, bottom, 2 * W - 28, 4, 'mid', 'plate', 1),
    flutes,
    thin`M${CX - W} ${TOP + 28}H${CX}M${CX - W + 10} ${TOP + 42}V${bottom - 16}`,
    line(CX - W + 13, TOP + 42, CX - W + 13, bottom - 16, 'thin'),
    rect(CX, TOP + 1, W - 1, H - 10, 'none', 'plate'),
    inside(W, H),
    centreLine(CX, TOP - 12, CX, bottom + 12),
    dimension(CX - W, bottom, CX + W, bottom, 18, `⌀${d}`),
    dimension(CX - W, TOP, CX - W, bottom, 18, h),
  ]
}

function inside(W: number, H: number) {
  const bottom = TOP + H
  const can = corners`${CX},${TOP} ${CX + W - 24},${TOP} ${CX + W - 12},${TOP + 2} ${CX + W - 3},${TOP + 10} ${CX + W},${TOP + 22} ${CX + W},${bottom - 8} ${CX + W - 3.4},${bottom - 8} ${CX + W - 3.4},${TOP + 23} ${CX + W - 7},${TOP + 13} ${CX + W - 14},${TOP + 6} ${CX + W - 24},${TOP + 3.4} ${CX},${TOP + 3.4}`
  const plate = corners`${CX + 8},${bottom - 14} ${CX + W - 4},${bottom - 14} ${CX + W - 4},${bottom - 4} ${CX + W - 14},${bottom - 4} ${CX + W - 14},${bottom - 8} ${CX + W - 24},${bottom - 8} ${CX + W - 24},${bottom} ${CX + 8},${bottom}`
  const folds = Math.max(8, 2 * Math.round((H - 48) / 9))
  const pleats = range(folds).map(
    (i): Point => [CX + (i % 2 ? 15 : W - 9), TOP + 26 + ((i + 0.5) * (H - 48)) / folds],
  )
  const holes = Math.max(2, Math.round((H - 66) / 13))
  return [
    section(can, 3),
    polyline([[CX + 15, TOP + 26], ...pleats, [CX + 15, bottom - 22]]),
    rect(CX, TOP + 20, W - 7, 5, 'mid', 'plate'),
    rect(CX + 10, bottom - 22, W - 17, 5, 'mid', 'plate'),
    line(CX + 11, TOP + 25, CX + 11, bottom - 22),
    line(CX + 13, TOP + 25, CX + 13, bottom - 22, 'thin'),
    range(holes).map((i) =>
      ellipse(CX + 12, TOP + 34 + (i * (H - 62)) / (holes - 1), 1.6, 2.4, 'thin', 'plate'),
    ),
    thin`M${CX + 2} ${TOP + 4}q3 3 6 0t6 0t6 0l-6 15h-8Z`,
    section(plate, 3, 45),
  ]
}
