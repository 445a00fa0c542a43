import { balloon, cardOnly, centreLine, dimension, leader } from '../../annotations.ts'
import { type Point, range } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { hole } from '../../parts.ts'
import { corners, inlay, line, polyline, rect, rings, section, solid, thin } from '../../pens.ts'

const Y = 104

export const ignitionCoil = defineDrawing({
  kind: 'ignition-coil',
  title: (p) => `Ignition coil, ${p.length} mm`,
  params: { length: number(140, 80, 220) },
  crop: [10, 48, 300, 112],
  draw: ({ length, callout }) => {
    const end = 176 + length * 0.56
    return [
      shaft(end),
      // connector, driver housing and mounting eye
      solid`M30 ${Y - 14}H58V${Y + 14}H30Q26 ${Y + 14} 26 ${Y + 10}V${Y - 10}Q26 ${Y - 14} 30 ${Y - 14}Z`,
      thin`M32 ${Y - 8}H54M32 ${Y}H54M32 ${Y + 8}H54`,
      rect(36, Y - 20, 14, 6, 'mid', 'plate', 1),
      solid`M58 ${Y - 26}H96Q104 ${Y - 26} 106 ${Y - 22}V${Y + 22}Q104 ${Y + 26} 96 ${Y + 26}H58Q54 ${Y + 26} 54 ${Y + 22}V${Y - 22}Q54 ${Y - 26} 58 ${Y - 26}Z`,
      rect(62, Y - 18, 34, 36, 'thin', 'none', 2),
      inlay`M70 ${Y - 8}l8 8h-5l4 10l-10 -11h5Z`,
      solid`M62 ${Y + 26}h28v18q0 8 -8 8h-12q-8 0 -8 -8Z`,
      rect(70, Y + 26, 12, 26, 'thin'),
      centreLine(76, Y + 20, 76, Y + 58),
      top(),
      dimension(92, Y + 24, end, Y + 24, 26, length),
      leader(end - 20, Y - 12, end - 44, 50, '⌀24'),
      balloon(callout, 130, 36, 112, Y - 20),
    ]
  },
})

/** Coil body, then the rubber boot, cut near its end to show spring and contact. */
function shaft(end: number) {
  const boot = end - 62
  const folds = range(3).map((i) => rect(boot + i * 7, Y - 15, 5, 30, 'mid', 'plate', 2))
  const x1 = end - 34
  const wall = (g: 1 | -1): Point[] =>
    corners`${x1 - 4},${Y + g * 12} ${end},${Y + g * 11} ${end},${Y + g * 6} ${x1 - 4},${Y + g * 6}`
  const coil = range(7).map((i): Point => [x1 + i * 4, Y + (i % 2 ? 4.4 : -4.4)])
  return [
    rect(104, Y - 18, 18, 36, 'bold', 'plate', 2),
    thin`M110 ${Y - 18}V${Y + 18}M116 ${Y - 18}V${Y + 18}`,
    rect(122, Y - 12, boot - 120, 24, 'bold', 'plate'),
    thin`M128 ${Y - 7}H${boot - 8}M128 ${Y - 4.5}H${boot - 30}`,
    solid`M${boot} ${Y - 13}H${end - 4}Q${end} ${Y - 13} ${end} ${Y - 9}V${Y + 9}Q${end} ${Y + 13} ${end - 4} ${Y + 13}H${boot}Z`,
    folds,
    rect(x1 - 4, Y - 12, 38, 24, 'mid', 'plate'),
    section(wall(-1), 2.8),
    section(wall(1), 2.8),
    polyline(coil, 'mid'),
    rect(x1 - 4, Y - 5, 5, 10, 'mid', 'tint'),
    centreLine(14, Y, end + 12, Y),
  ]
}

/** From above: the eye and the four-way plug. */
const top = () =>
  cardOnly([
    inlay`M24 188H54V212H24Z`,
    [-6, -2, 2, 6].map((v) => line(28, 200 + v, 46, 200 + v, 'thin')),
    solid`M54 180H98A20 20 0 0 1 98 220H54Z`,
    solid`M114 188H136A12 12 0 0 1 136 212H114`,
    hole(134, 200, 5),
    rings(94, 200, [14], [11]),
    centreLine(16, 200, 156, 200),
    leader(139, 201, 166, 216, 'M6'),
  ])
