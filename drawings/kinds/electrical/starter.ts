import { balloon, centreCross, centreLine, dimension, leader } from '../../annotations.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import { gear, hole } from '../../parts.ts'
import { circle, disc, inlay, line, rect, rings, solid, thin, tube } from '../../pens.ts'

interface Starter {
  kw: number
  teeth: number
}

const Y = 140

export const starter = defineDrawing({
  kind: 'starter',
  title: (p) => `Starter motor, 12 V, ${p.kw} kW, ${p.teeth} teeth`,
  params: { kw: number(1.4, 0.7, 4), teeth: int(9, 7, 15) },
  crop: [14, 50, 196, 138],
  draw: (p) => {
    const length = 62 + p.kw * 14
    return [side(p, length), front(p), balloon(p.callout, 24, 40, 96, 84)]
  },
})

/** Nose with the pinion at the left, motor behind the flange, solenoid above. */
function side({ kw, teeth }: Starter, length: number) {
  const end = 86 + length
  const r = 29 + kw * 2
  const pinion = 9 + teeth * 0.6
  return [
    solenoid(end, r),
    solid`M72 ${Y - 26}H58Q44 ${Y - 24} 40 ${Y - 10}V${Y + 10}Q44 ${Y + 24} 58 ${Y + 26}H72Z`,
    thin`M42 ${Y - 8}H66M42 ${Y + 8}H66`,
    rect(46, Y - pinion, 16, 2 * pinion, 'mid', 'plate', 1),
    range(6).map((i) =>
      line(46, Y - pinion + ((i + 0.5) * pinion) / 3, 62, Y - pinion + ((i + 0.5) * pinion) / 3, 'thin'),
    ),
    rect(30, Y - 4, 12, 8, 'mid', 'plate', 1),
    rect(72, Y - 46, 8, 88, 'bold', 'plate', 1.5),
    [-38, 34].map((v) => centreLine(64, Y + v, 90, Y + v)),
    rect(86, Y - r, length, 2 * r, 'bold', 'plate', 3),
    rect(80, Y - r + 3, 6, 2 * r - 6, 'mid', 'plate'),
    solid`M${end} ${Y - r + 4}h8q6 0 6 8v${2 * r - 24}q0 8 -6 8h-8Z`,
    [0.14, 0.86].map((share) => line(86 + length * share, Y - r, 86 + length * share, Y + r, 'thin')),
    thin`M100 ${Y - r + 8}H${end - 12}M100 ${Y - r + 11}H${end - 34}`,
    [-1, 1].map((g) => rect(end + 14, Y + g * r * 0.6 - 3, 4, 6, 'mid', 'plate', 1)),
    centreLine(22, Y, end + 26, Y),
    dimension(72, Y + 42, end + 14, Y + 42, 22, Math.round(118 + kw * 40)),
  ]
}

function solenoid(end: number, r: number) {
  const y = Y - r - 23
  const to = Math.min(end - 6, 154)
  return [
    inlay`M80 ${y + 14}V${Y - r + 4}H${to - 10}V${y + 14}Z`,
    rect(80, y - 20, to - 86, 42, 'bold', 'plate', 2),
    line(88, y - 20, 88, y + 22, 'thin'),
    solid`M${to - 6} ${y - 16}h10l4 5v22l-4 5h-10Z`,
    rect(to + 8, y - 10, 10, 6, 'mid', 'plate', 1),
    rect(to + 8, y + 5, 10, 6, 'mid', 'plate', 1),
    rect(to + 10, y - 12, 4, 10, 'mid', 'plate', 1),
    rect(to + 10, y + 3, 4, 10, 'mid', 'plate', 1),
    tube(`M${to + 18} ${y + 8}C${to + 34} ${y + 10} ${to + 30} ${y + 30} ${to + 16} ${Y - r + 2}`, 5, 0.9),
    leader(to + 15, y - 7, to + 26, 24, 'B+ M8'),
    centreLine(72, y + 1, to + 26, y + 1),
  ]
}

function front({ kw, teeth }: Starter) {
  const pinion = 9 + teeth * 0.6
  return [
    solid`M220 122A13 13 0 0 1 228 110L242 84A24 24 0 0 1 274 84L292 152A13 13 0 0 1 298 174L272 172A34 34 0 0 1 228 156Z`,
    circle(258, 94, 20, 'mid', 'plate'),
    circle(258, 94, 17, 'thin'),
    disc(258, 140, 28 + kw, 25 + kw),
    gear(258, 140, pinion + 2, teeth, 5),
    rings(258, 140, [6], [2.4]),
    hole(229, 120, 4.5),
    hole(290, 163, 4.5),
    centreCross(258, 140, 42),
    leader(...polar(258, 140, pinion + 2, 70), 268, 196, `Z ${teeth}`),
  ]
}
