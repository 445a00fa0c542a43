import { balloon, centreLine, dimension, text } from '../../annotations.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing, flag } from '../../kind.ts'
import { circle, disc, edge, inlay, line, moved, path, polygon, rect, solid, thin, tube } from '../../pens.ts'

export const inflator = defineDrawing({
  kind: 'inflator',
  title: (p) => `Tyre inflator with gauge${p.cordless ? ', cordless' : ''}`,
  params: { cordless: flag() },
  draw: ({ cordless, callout }) => [
    cordless ? batteryPack() : cable(),
    // casing
    solid`M52 86q0 -14 14 -14h132q16 0 16 16v88q0 10 -10 10H62q-10 0 -10 -10Z`,
    thin`M58 88q0 -10 10 -10h128q12 0 12 12v84q0 6 -6 6H64q-6 0 -6 -6Z`,
    path('M84 72V54q0 -10 10 -10h76q10 0 10 10v18M96 72V60q0 -4 4 -4h64q4 0 4 4v12', 'bold'),
    rect(66, 186, 22, 8, 'mid', 'plate', 2),
    rect(176, 186, 22, 8, 'mid', 'plate', 2),
    gauge(),
    // panel
    rect(164, 98, 38, 20, 'mid', 'plate', 2),
    text(183, 112, '2.4', { size: 12, weight: 'bold' }),
    circle(172, 134, 6),
    circle(194, 134, 6),
    edge`M169 134H175M191 134H197M194 131V137`,
    range(5).map((i) => line(164, 152 + i * 5, 202, 152 + i * 5, 'thin')),
    // hose
    tube('M214 160C262 166 236 74 270 70C296 68 300 100 286 128', 8),
    moved(286, 124, 18, [
      rect(-6, 0, 12, 18, 'bold', 'plate', 2),
      rect(-8, 18, 16, 10, 'bold', 'plate', 1.5),
      thin`M-6 6H6M-6 10H6`,
      inlay`M6 4l12 -4v6l-12 4`,
    ]),
    cordless ? dimension(52, 210, 214, 210, 20, 236) : dimension(52, 194, 214, 194, 18, 236),
    balloon(callout, 24, 50, 64, 82),
  ],
})

const batteryPack = () => [
  solid`M84 180H180V206Q180 212 174 212H90Q84 212 84 206Z`,
  [94, 170].map((x) => rect(x - 4, 192, 8, 14, 'mid', 'plate', 2)),
  text(132, 206, '18 V', { size: 11, weight: 'bold' }),
]

/** Lead to the car's 12 V socket. */
const cable = () => [
  tube('M54 164C20 164 16 190 22 206', 3.6, 0.8),
  moved(23, 200, 176, [
    rect(-7, 0, 14, 22, 'bold', 'plate', 3),
    rect(-4.5, -9, 9, 9, 'mid', 'plate', 1),
    rect(-1.5, -13, 3, 4, 'mid', 'plate', 1),
    line(-7, 15, 7, 15, 'thin'),
  ]),
]

function gauge() {
  const scale = range(41).map((i) => {
    const whole = i % 5 === 0
    const angle = 135 + i * 6.75
    return line(
      ...polar(112, 130, 36.5, angle),
      ...polar(112, 130, whole ? 29 : 33, angle),
      whole ? 'mid' : 'thin',
    )
  })
  const figures = range(9).map((i) => {
    const [fx, fy] = polar(112, 130, 23.5, 135 + i * 33.75)
    return text(fx, fy + 2, i, { size: 6 })
  })
  return [
    disc(112, 130, 40, 36.5),
    scale,
    figures,
    polygon([polar(112, 130, 5, 330), polar(112, 130, 30, 240), polar(112, 130, 5, 150)], 'mid', 'ink'),
    circle(112, 130, 5.5, 'mid', 'plate'),
    text(112, 152, 'bar', { size: 6.5 }),
    centreLine(112, 82, 112, 178),
    centreLine(66, 130, 158, 130),
  ]
}
