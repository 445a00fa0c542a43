import { balloon, centreLine, dimension } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing, flag, int, number } from '../../kind.ts'
import { helix, thread } from '../../parts.ts'
import { circle, disc, group, inlay, line, rect, solid, thin } from '../../pens.ts'

const Y = 120

interface Shock {
  length: number
  coil: boolean
  coils: number
}

export const shock = defineDrawing({
  kind: 'shock',
  title: (p) => `${p.coil ? 'Coilover' : 'Shock absorber'}, ${p.length} mm`,
  params: { length: number(520, 200, 800), coil: flag(true), coils: int(6, 4, 9) },
  draw: (p) => [
    group('rotate(-24 160 120) translate(6 -2)', [
      p.coil ? coilover(p) : damper(p),
      // upper mount
      solid`M272 ${Y - 24}h6q8 0 8 8v32q0 8 -8 8h-6Z`,
      rect(286, Y - 5, 4, 10, 'mid', 'plate'),
      thread(290, 308, Y, 4.5, 3),
      rect(292, Y - 8, 6, 16, 'mid', 'plate', 1),
      dimension(22, Y + 16, 286, Y + 16, 46, p.length),
    ]),
    balloon(p.callout, 34, 96, 78, 146),
  ],
})

/** A longer strut has more body for the same rod. */
function body({ length }: Shock) {
  const end = 148 + Math.min(22, Math.max(-26, (length - 460) * 0.09))
  return [
    solid`M30 ${Y - 10}L44 ${Y - 17}H${end}V${Y + 17}H44L30 ${Y + 10}Z`,
    thin`M52 ${Y - 17}V${Y + 17}M56 ${Y - 12}H${end - 4}M56 ${Y - 9.5}H${end - 28}`,
    rect(end, Y - 15, 8, 30, 'mid', 'plate', 1),
    rect(end + 8, Y - 4, 268 - end, 8, 'mid', 'plate'),
  ]
}

function bellows() {
  const upper = 'q3 -5 6 0'.repeat(5)
  const lower = 'q-3 5 -6 0'.repeat(5)
  return [
    inlay`M226 ${Y - 11}${upper}V${Y + 11}${lower}Z`,
    range(4).map((i) => line(232 + i * 6, Y - 11, 232 + i * 6, Y + 11, 'thin')),
  ]
}

const eye = () => [disc(22, Y, 15, 11), circle(22, Y, 6), centreLine(22, Y - 20, 22, Y + 20)]

const damper = (p: Shock) => [
  rect(214, Y - 4, 62, 8, 'mid', 'plate'),
  body(p),
  bellows(),
  eye(),
  centreLine(0, Y, 320, Y),
]

function coilover(p: Shock) {
  const { back, front } = helix({
    x1: 100,
    x2: 262,
    y: Y,
    radius: 38,
    coils: p.coils,
    wire: Math.min(10.5, 70 / p.coils),
  })
  const perch = (x: number, side: 1 | -1) => solid`M${x} ${Y - 46}h${5 * side}V${Y + 46}h${-5 * side}Z`
  return [
    rect(214, Y - 4, 62, 8, 'mid', 'plate'),
    back,
    body(p),
    bellows(),
    eye(),
    centreLine(0, Y, 320, Y),
    front,
    perch(95, -1),
    perch(267, 1),
    rect(82, Y - 20, 8, 40, 'mid', 'plate', 1.5),
    range(5).map((i) => line(82, Y - 14 + i * 7, 90, Y - 14 + i * 7, 'thin')),
  ]
}
