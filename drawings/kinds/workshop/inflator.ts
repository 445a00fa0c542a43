import { balloon, dimension } from '../../dimensions.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { text } from '../../lettering.ts'
import type { Mark } from '../../marks.ts'
import { flag } from '../../params.ts'
import { centreLine, circle, line, moved, path, polygon, rect, tube } from '../../pens.ts'

export const inflator = defineDrawing({
  kind: 'inflator',
  title: (p) => `Tyre inflator with gauge${p.cordless ? ', cordless' : ''}`,
  params: { cordless: flag() },
  draw: ({ cordless, callout }) => [
    cordless ? batteryPack() : cable(),
    casing(),
    gauge(),
    panel(),
    hose(),
    cordless ? dimension(52, 210, 214, 210, 20, 236) : dimension(52, 194, 214, 194, 18, 236),
    balloon(callout, 24, 50, 64, 82),
  ],
})

function casing(): Mark {
  return [
    path('M52 86q0 -14 14 -14h132q16 0 16 16v88q0 10 -10 10H62q-10 0 -10 -10Z', 'bold', 'plate'),
    path('M58 88q0 -10 10 -10h128q12 0 12 12v84q0 6 -6 6H64q-6 0 -6 -6Z', 'thin'),
    path('M84 72V54q0 -10 10 -10h76q10 0 10 10v18M96 72V60q0 -4 4 -4h64q4 0 4 4v12', 'bold'),
    rect(66, 186, 22, 8, 'mid', 'plate', 2),
    rect(176, 186, 22, 8, 'mid', 'plate', 2),
  ]
}

function batteryPack(): Mark {
  return [
    path('M84 180H180V206Q180 212 174 212H90Q84 212 84 206Z', 'bold', 'plate'),
    [94, 170].map((x) => rect(x - 4, 192, 8, 14, 'mid', 'plate', 2)),
    text(132, 206, '18 V', { size: 11, weight: 'bold' }),
  ]
}

/** Lead to the car's 12 V socket. */
function cable(): Mark {
  const plug = [
    rect(-7, 0, 14, 22, 'bold', 'plate', 3),
    rect(-4.5, -9, 9, 9, 'mid', 'plate', 1),
    rect(-1.5, -13, 3, 4, 'mid', 'plate', 1),
    line(-7, 15, 7, 15, 'thin'),
  ]
  return [tube('M54 164C20 164 16 190 22 206', 3.6, 0.8), moved(plug, 23, 200, 176)]
}

function gauge(): Mark {
  const x = 112
  const y = 130
  const scale = range(41).map((i) => {
    const whole = i % 5 === 0
    const angle = 135 + i * 6.75
    return line(...polar(x, y, 36.5, angle), ...polar(x, y, whole ? 29 : 33, angle), whole ? 'mid' : 'thin')
  })
  const figures = range(9).map((i) => {
    const [fx, fy] = polar(x, y, 23.5, 135 + i * 33.75)
    return text(fx, fy + 2, i, { size: 6 })
  })
  return [
    circle(x, y, 40, 'bold', 'plate'),
    circle(x, y, 36.5, 'thin'),
    scale,
    figures,
    polygon([polar(x, y, 5, 330), polar(x, y, 30, 240), polar(x, y, 5, 150)], 'mid', 'ink'),
    circle(x, y, 5.5, 'mid', 'plate'),
    text(x, y + 22, 'bar', { size: 6.5 }),
    centreLine(112, 82, 112, 178),
    centreLine(66, 130, 158, 130),
  ]
}

function panel(): Mark {
  return [
    rect(164, 98, 38, 20, 'mid', 'plate', 2),
    text(183, 112, '2.4', { size: 12, weight: 'bold' }),
    circle(172, 134, 6),
    circle(194, 134, 6),
    line(169, 134, 175, 134),
    line(191, 134, 197, 134),
    line(194, 131, 194, 137),
    range(5).map((i) => line(164, 152 + i * 5, 202, 152 + i * 5, 'thin')),
  ]
}

function hose(): Mark {
  const chuck = [
    rect(-6, 0, 12, 18, 'bold', 'plate', 2),
    rect(-8, 18, 16, 10, 'bold', 'plate', 1.5),
    line(-6, 6, 6, 6, 'thin'),
    line(-6, 10, 6, 10, 'thin'),
    path('M6 4l12 -4v6l-12 4', 'mid', 'plate'),
  ]
  return [tube('M214 160C262 166 236 74 270 70C296 68 300 100 286 128', 8), moved(chuck, 286, 124, 18)]
}
