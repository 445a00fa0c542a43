import { arrow, balloon, cardOnly, centreLine, dimension, viewName } from '../../annotations.ts'
import { type Point, range } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { corners, line, polyline, rect, section, thin } from '../../pens.ts'

const CX = 142
const TOP = 30

export const airFilter = defineDrawing({
  kind: 'air-filter',
  title: (p) => `Air filter, ${p.w} mm long, ${p.h} mm high`,
  params: { w: number(290, 120, 400), h: number(58, 20, 120) },
  crop: [14, 18, 256, 120],
  draw: ({ w, h, callout }) => {
    const W = Math.min(244, 96 + w * 0.42)
    const D = 96
    const H = 14 + Math.min(h, 80) * 0.42
    return [
      plan(W, D),
      sectionView(W, H),
      dimension(CX - W / 2, 156 + H, CX + W / 2, 156 + H, 20, w),
      dimension(CX + W / 2, 156, CX + W / 2, 156 + H, -18, h),
      dimension(CX + W / 2, TOP, CX + W / 2, TOP + D, -18, Math.round((w * 0.55) / 5) * 5),
      balloon(callout, 16, 146, CX - W / 2 + 16, TOP + D - 20),
    ]
  },
})

/** From above: a moulded seal round the pleats. */
function plan(W: number, D: number) {
  const x = CX - W / 2
  const y = TOP
  const pleats = range((W - 40) / 4.4).map((i) =>
    line(x + 21 + i * 4.4, y + 18, x + 21 + i * 4.4, y + D - 18, i % 2 ? 'thin' : 'mid'),
  )
  const beads = [0.36, 0.64].map((share) => [
    thin`M${x + 18} ${y + D * share - 1.4}H${x + W - 18}M${x + 18} ${y + D * share + 1.4}H${x + W - 18}`,
  ])
  return [
    rect(x, y, W, D, 'bold', 'plate', 14),
    rect(x + 4, y + 4, W - 8, D - 8, 'thin', 'none', 11),
    rect(x + 9, y + 9, W - 18, D - 18, 'mid', 'plate', 8),
    rect(x + 18, y + 18, W - 36, D - 36, 'mid', 'plate', 2),
    pleats,
    beads,
    centreLine(x - 8, y + D / 2, x + W + 8, y + D / 2),
    centreLine(CX, y - 8, CX, y + D + 8),
  ]
}

/** Cut lengthwise: seal, pleats, and the air that passes. */
function sectionView(W: number, H: number) {
  const x = CX - W / 2
  const folds = Math.round((W - 40) / 5)
  const pleats = range(folds + 1).map((i): Point => [x + 20 + (i * (W - 40)) / folds, i % 2 ? 160 : 156 + H])
  const lip = (side: 1 | -1): Point[] => {
    const at = (u: number) => CX + side * (W / 2 - u)
    return corners`${at(0)},158 ${at(3)},156 ${at(14)},156 ${at(20)},161 ${at(20)},${156 + H - 2} ${at(16)},${156 + H - 2} ${at(14)},167 ${at(0)},167`
  }
  const flow = [0.3, 0.5, 0.7].map((share) => {
    const at = x + W * share
    return [line(at, 134, at, 148, 'thin'), arrow(at, 152, 90)]
  })
  return [
    polyline(pleats, 'mid'),
    section(lip(-1), 3),
    section(lip(1), 3),
    cardOnly([flow, viewName(x + 4, 148, 'B–B', 'start')]),
  ]
}
