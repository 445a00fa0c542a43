import { balloon, centreCross, centreLine, dimension, leader } from '../../annotations.ts'
import { type Point, polar } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { bush, hexagon, lobed } from '../../parts.ts'
import { circle, disc, path, rect, solid, thin, tinted } from '../../pens.ts'

const BALL: Point = [52, 148]

export const controlArm = defineDrawing({
  kind: 'control-arm',
  title: (p) => `Control arm, ${p.length} mm`,
  params: { length: number(362, 250, 500) },
  crop: [20, 20, 270, 186],
  draw: ({ length, callout }) => {
    // the drawn length from the ball joint to the axis of the bush
    const reach = 178 + (length - 362) * 0.22
    const right = BALL[0] + reach
    const rear: Point = [right - 22, 54]
    return [
      arm(right, rear),
      // the front bush lies across: a sleeve with rubber at both ends
      rect(right - 24, 166, 48, 16, 'mid', 'plate', 3),
      rect(right - 16, 158, 32, 32, 'bold', 'plate', 3),
      thin`M${right - 10} 158V190M${right + 10} 158V190`,
      rect(right - 30, 169, 6, 10, 'mid', 'plate', 1),
      rect(right + 24, 169, 6, 10, 'mid', 'plate', 1),
      centreLine(right - 38, 174, right + 38, 174),
      bush(...rear, 27),
      ballJoint(),
      dimension(...BALL, right, BALL[1], 66, length),
      dimension(right + 28, rear[1], right + 28, 174, -16, 218),
      leader(rear[0] - 18, rear[1] - 18, rear[0] - 44, 22, '⌀60', -1),
      balloon(callout, 30, 62, ...polar(...BALL, 14, -110)),
    ]
  },
})

/** A pressed arm: raised edge all round, one lightening hole. */
const arm = (right: number, [rx, ry]: Point) => [
  solid`M42 130C70 112 ${rx - 76} 92 ${rx - 22} ${ry - 14}L${rx + 24} ${ry + 12}C${rx + 22} 92 ${right - 14} 120 ${right - 6} 158L${right - 6} 190C150 192 110 176 58 170Z`,
  thin`M62 136C88 122 ${rx - 70} 104 ${rx - 14} ${ry + 26}L${rx + 12} ${ry + 26}C${rx + 10} 104 ${right - 22} 130 ${right - 16} 158L${right - 18} 180C150 182 112 168 66 160`,
  tinted`M${rx - 62} 122Q${rx - 30} 104 ${rx - 14} 106Q${rx - 6} 108 ${rx - 4} 118L${rx + 2} 150Q${rx + 2} 160 ${rx - 10} 160L${rx - 62} 152Q${rx - 76} 148 ${rx - 76} 138Q${rx - 76} 130 ${rx - 62} 122Z`,
  thin`M96 146L${rx - 92} 142M96 150L${rx - 92} 148M80 128l3 36M84 126l3 38`,
]

function ballJoint() {
  const [x, y] = BALL
  const rivets = [0, 120, 240].map((a) => {
    const at = polar(x, y, 21, a)
    return [circle(...at, 4.2, 'mid', 'plate'), circle(...at, 1.8, 'thin')]
  })
  return [
    path(lobed(x, y, 21, 3, 8, 0), 'bold', 'plate'),
    rivets,
    disc(x, y, 16, 13),
    circle(x, y, 7),
    hexagon(x, y, 5, 15),
    centreCross(x, y, 34),
  ]
}
