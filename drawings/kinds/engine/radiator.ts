import { balloon, centreLine, dimension } from '../../annotations.ts'
import { type Point, range } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { circle, line, polyline, rect } from '../../pens.ts'

interface Core {
  x: number
  y: number
  W: number
  H: number
}

export const radiator = defineDrawing({
  kind: 'radiator',
  title: (p) => `Radiator, core ${p.w} × ${p.h} mm`,
  params: { w: number(650, 300, 900), h: number(375, 200, 600) },
  crop: [10, 16, 236, 200],
  draw: ({ w, h, callout }) => {
    const scale = Math.min(160 / w, 146 / h, 0.3)
    const W = w * scale
    const H = h * scale
    const core = { x: 126 - W / 2, y: 112 - H / 2, W, H }
    return [
      tanks(core),
      fins(core),
      side(core),
      dimension(core.x, core.y + H, core.x + W, core.y + H, 26, w),
      dimension(core.x + W, core.y, core.x + W, core.y + H, -34, h),
      balloon(callout, 20, 22, core.x - 10, core.y + 12),
    ]
  },
})

/** Plastic tanks at both ends, with necks, filler and mounting pins. */
function tanks({ x, y, W, H }: Core) {
  const tank = (tx: number) => [
    rect(tx, y - 5, 20, H + 10, 'bold', 'plate', 4),
    range(H / 7 - 1).map((i) => line(tx, y + 6 + i * 7, tx + 20, y + 6 + i * 7, 'thin')),
    [tx + 5, tx + 11].map((px) => rect(px, y + H + 5, 4, 8, 'mid', 'plate', 1)),
    rect(tx + 8, y - 13, 4, 8, 'mid', 'plate', 1),
  ]
  return [
    rect(x - 34, y + 12, 16, 14, 'bold', 'plate', 2),
    rect(x - 38, y + 10, 5, 18, 'mid', 'plate', 1),
    rect(x + W + 18, y + H - 30, 14, 14, 'bold', 'plate', 2),
    rect(x + W + 31, y + H - 32, 5, 18, 'mid', 'plate', 1),
    tank(x - 20),
    tank(x + W),
    centreLine(x - 44, y + 19, x - 10, y + 19),
    centreLine(x + W + 6, y + H - 23, x + W + 42, y + H - 23),
  ]
}

function fins({ x, y, W, H }: Core) {
  const rows = Math.round(H / 8)
  const pitch = H / rows
  const zigzag = range(rows).map((j) => {
    const steps = Math.round(W / 5)
    const corners = range(steps + 1).map(
      (i): Point => [x + (i * W) / steps, y + j * pitch + (i % 2 ? 1.4 : pitch - 1.4)],
    )
    return polyline(corners, 'thin')
  })
  const tubes = range(rows - 1).map((j) => line(x, y + (j + 1) * pitch, x + W, y + (j + 1) * pitch, 'mid'))
  return [
    rect(x, y, W, H, 'bold', 'plate'),
    zigzag,
    tubes,
    rect(x - 1, y - 5, W + 2, 5, 'mid', 'plate'),
    rect(x - 1, y + H, W + 2, 5, 'mid', 'plate'),
  ]
}

const side = ({ y, H }: Core) => [
  rect(272, y - 3, 16, H + 6, 'mid', 'plate'),
  rect(269, y - 5, 22, 14, 'bold', 'plate', 4),
  rect(269, y + H - 9, 22, 14, 'bold', 'plate', 4),
  circle(280, y + 19, 7, 'mid', 'plate'),
  circle(280, y + 19, 5, 'thin'),
  [-3, 3].map((u) => line(280 + u, y + 30, 280 + u, y + H - 12, 'thin')),
  centreLine(280, y - 16, 280, y + H + 16),
  dimension(272, y + H, 288, y + H, 26, 34),
]
