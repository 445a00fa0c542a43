import { balloon, dimension, leader } from '../../dimensions.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import type { Mark } from '../../marks.ts'
import { int } from '../../params.ts'
import { gear, thread } from '../../parts.ts'
import { centreCross, centreLine, circle, line, path, rect } from '../../pens.ts'

const Y = 118

export const cvJoint = defineDrawing({
  kind: 'cv-joint',
  title: (p) => `Constant-velocity joint, ${p.splines} splines`,
  params: { splines: int(25, 18, 40) },
  crop: [8, 62, 208, 112],
  draw: ({ splines, callout }) => [
    shaft(),
    boot(),
    bell(),
    stub(splines),
    centreLine(4, Y, 214, Y),
    endView(splines),
    dimension(14, Y + 44, 120, Y + 44, 26, 108 + splines),
    leader(44, Y - 12, 36, 42, `Z ${splines}`),
    balloon(callout, 122, 34, 100, Y - 40),
  ],
})

/** Splined end with its nut thread. */
function stub(splines: number): Mark {
  const flutes = range(splines / 2).map((i) => {
    const v = 12 * Math.sin(((i + 0.5) / (splines / 2) - 0.5) * Math.PI)
    return line(34, Y + v, 62, Y + v, 'thin')
  })
  return [
    thread(12, 32, Y, 9, 3.2),
    rect(9, Y - 8, 4, 16, 'mid', 'plate', 1),
    rect(30, Y - 10, 4, 20, 'mid', 'plate'),
    rect(34, Y - 12, 30, 24, 'bold', 'plate', 1),
    flutes,
    path(`M64 ${Y - 17}H70V${Y + 17}H64Z`, 'mid', 'plate'),
  ]
}

function bell(): Mark {
  return [
    path(
      `M70 ${Y - 20}C80 ${Y - 22} 78 ${Y - 42} 92 ${Y - 44}H124Q130 ${Y - 44} 130 ${Y - 38}V${Y + 38}Q130 ${Y + 44} 124 ${Y + 44}H92C78 ${Y + 42} 80 ${Y + 22} 70 ${Y + 20}Z`,
      'bold',
      'plate',
    ),
    path(`M92 ${Y - 44}V${Y + 44}M120 ${Y - 44}V${Y + 44}`, 'thin'),
    path(
      `M84 ${Y - 26}C92 ${Y - 30} 100 ${Y - 34} 116 ${Y - 34}M84 ${Y + 26}C92 ${Y + 30} 100 ${Y + 34} 116 ${Y + 34}`,
      'thin',
    ),
  ]
}

/** Bellows with a clamp at each end. */
function boot(): Mark {
  const folds = [40, 34, 28, 22, 17]
  const upper = folds.map(
    (r, i) =>
      `C${134 + i * 11} ${Y - r} ${138 + i * 11} ${Y - r} ${139 + i * 11} ${Y - r + 8}L${143 + i * 11} ${Y - r + 6}`,
  )
  const lower = folds.map(
    (r, i) =>
      `C${134 + i * 11} ${Y + r} ${138 + i * 11} ${Y + r} ${139 + i * 11} ${Y + r - 8}L${143 + i * 11} ${Y + r - 6}`,
  )
  const rings = folds.map((r, i) => path(`M${139 + i * 11} ${Y - r + 8}q3 ${r - 8} 0 ${2 * r - 16}`, 'thin'))
  return [
    path(`M128 ${Y}V${Y - 38}L132 ${Y - 38}${upper.join('')}L196 ${Y - 10}V${Y}Z`, 'bold', 'plate'),
    path(`M128 ${Y}V${Y + 38}L132 ${Y + 38}${lower.join('')}L196 ${Y + 10}V${Y}Z`, 'bold', 'plate'),
    rect(127, Y - 37, 69, 74, 'none', 'none'),
    path(`M130 ${Y - 1}H195V${Y + 1}H130Z`, 'none', 'plate'),
    rings,
    rect(188, Y - 13, 6, 26, 'mid', 'plate', 1),
    rect(190, Y - 17, 6, 5, 'mid', 'plate', 1),
  ]
}

function shaft(): Mark {
  return [rect(190, Y - 8, 20, 16, 'bold', 'plate'), path(`M210 ${Y - 8}q5 5 0 8t0 8`, 'mid', 'plate')]
}

/** Outer race, cage, six balls and the inner race with its spline. */
function endView(splines: number): Mark {
  const x = 266
  const y = Y
  const balls = range(6).map((i) => {
    const at = polar(x, y, 27, i * 60 - 90)
    return [circle(...at, 9, 'bold', 'plate'), circle(...at, 5, 'thin')]
  })
  return [
    circle(x, y, 44, 'bold', 'plate'),
    circle(x, y, 41, 'thin'),
    circle(x, y, 33),
    circle(x, y, 29, 'thin'),
    circle(x, y, 25, 'thin'),
    circle(x, y, 21, 'bold', 'plate'),
    balls,
    circle(x, y, 14),
    gear(x, y, 12, splines, 2.2),
    centreCross(x, y, 52),
  ]
}
