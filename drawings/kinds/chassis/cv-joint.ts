import { balloon, centreCross, centreLine, dimension, leader } from '../../annotations.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing, int } from '../../kind.ts'
import { gear, thread } from '../../parts.ts'
import { circle, disc, inlay, line, path, rect, rings, solid, thin } from '../../pens.ts'

const Y = 118

export const cvJoint = defineDrawing({
  kind: 'cv-joint',
  title: (p) => `Constant-velocity joint, ${p.splines} splines`,
  params: { splines: int(25, 18, 40) },
  crop: [8, 62, 208, 112],
  draw: ({ splines, callout }) => [
    // shaft
    rect(190, Y - 8, 20, 16, 'bold', 'plate'),
    inlay`M210 ${Y - 8}q5 5 0 8t0 8`,
    boot(),
    // bell
    solid`M70 ${Y - 20}C80 ${Y - 22} 78 ${Y - 42} 92 ${Y - 44}H124Q130 ${Y - 44} 130 ${Y - 38}V${Y + 38}Q130 ${Y + 44} 124 ${Y + 44}H92C78 ${Y + 42} 80 ${Y + 22} 70 ${Y + 20}Z`,
    thin`M92 ${Y - 44}V${Y + 44}M120 ${Y - 44}V${Y + 44}`,
    thin`M84 ${Y - 26}C92 ${Y - 30} 100 ${Y - 34} 116 ${Y - 34}M84 ${Y + 26}C92 ${Y + 30} 100 ${Y + 34} 116 ${Y + 34}`,
    // splined end with its nut thread
    thread(12, 32, Y, 9, 3.2),
    rect(9, Y - 8, 4, 16, 'mid', 'plate', 1),
    rect(30, Y - 10, 4, 20, 'mid', 'plate'),
    rect(34, Y - 12, 30, 24, 'bold', 'plate', 1),
    // flutes
    range(splines / 2).map((i) => {
      const v = 12 * Math.sin(((i + 0.5) / (splines / 2) - 0.5) * Math.PI)
      return line(34, Y + v, 62, Y + v, 'thin')
    }),
    inlay`M64 ${Y - 17}H70V${Y + 17}H64Z`,
    centreLine(4, Y, 214, Y),
    endView(splines),
    dimension(14, Y + 44, 120, Y + 44, 26, 108 + splines),
    leader(44, Y - 12, 36, 42, `Z ${splines}`),
    balloon(callout, 122, 34, 100, Y - 40),
  ],
})

/** Bellows with a clamp at each end. */
function boot() {
  const folds = [40, 34, 28, 22, 17]
  const upper = folds.map(
    (r, i) =>
      `C${134 + i * 11} ${Y - r} ${138 + i * 11} ${Y - r} ${139 + i * 11} ${Y - r + 8}L${143 + i * 11} ${Y - r + 6}`,
  )
  const lower = folds.map(
    (r, i) =>
      `C${134 + i * 11} ${Y + r} ${138 + i * 11} ${Y + r} ${139 + i * 11} ${Y + r - 8}L${143 + i * 11} ${Y + r - 6}`,
  )
  const rings = folds.map((r, i) => thin`M${139 + i * 11} ${Y - r + 8}q3 ${r - 8} 0 ${2 * r - 16}`)
  return [
    solid`M128 ${Y}V${Y - 38}L132 ${Y - 38}${upper.join('')}L196 ${Y - 10}V${Y}Z`,
    solid`M128 ${Y}V${Y + 38}L132 ${Y + 38}${lower.join('')}L196 ${Y + 10}V${Y}Z`,
    rect(127, Y - 37, 69, 74, 'none', 'none'),
    path(`M130 ${Y - 1}H195V${Y + 1}H130Z`, 'none', 'plate'),
    rings,
    rect(188, Y - 13, 6, 26, 'mid', 'plate', 1),
    rect(190, Y - 17, 6, 5, 'mid', 'plate', 1),
  ]
}

/** Outer race, cage, six balls and the inner race with its spline. */
function endView(splines: number) {
  const y = Y
  const balls = range(6).map((i) => {
    const at = polar(266, y, 27, i * 60 - 90)
    return [disc(...at, 9, 5)]
  })
  return [
    disc(266, y, 44, 41),
    rings(266, y, [33], [29, 25]),
    circle(266, y, 21, 'bold', 'plate'),
    balls,
    circle(266, y, 14),
    gear(266, y, 12, splines, 2.2),
    centreCross(266, y, 52),
  ]
}
