import { balloon, cardOnly, centreCross, centreLine, dimension, leader, text } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing, int, oneOf } from '../../kind.ts'
import type { Mark } from '../../marks.ts'
import {
  circle,
  corners,
  disc,
  edge,
  hatch,
  inlay,
  line,
  moved,
  polygon,
  rect,
  solid,
  thin,
  tinted,
} from '../../pens.ts'

type Type = 'h7' | 'h1' | 'h4' | 'w5w'

const Y = 112

const WATTS = { h7: '55 W', h1: '55 W', h4: '60/55 W', w5w: '5 W' }
/** Bulbs for 24 V have stronger filaments. */
const WATTS_24 = { h7: '70 W', h1: '70 W', h4: '75/70 W', w5w: '5 W' }
const BASE = { h7: 'PX26d', h1: 'P14.5s', h4: 'P43t', w5w: 'W2.1×9.5d' }
/** Overall length in millimetres. */
const LENGTH = { h7: 57, h1: 68, h4: 92, w5w: 27 }

export const bulb = defineDrawing({
  kind: 'bulb',
  title: (p) => `Bulb ${p.type.toUpperCase()}, ${rating(p)}`,
  params: {
    type: oneOf('h7', 'h1', 'h4', 'w5w'),
    volts: int(12, 6, 24),
    finish: oneOf('clear', 'amber', 'blue', 'led'),
  },
  crop: [14, 50, 196, 124],
  draw: ({ type, volts, finish, callout }) => [
    // views
    { h7: doubleBlade, h1: singleBlade, h4: threeLugs, w5w: wedge }[type](),
    finish !== 'clear' && coat(type, finish),
    // note
    cardOnly(text(258, 206, rating({ type, volts, finish }), { size: 10 })),
    dimension(LEFT[type], 160, RIGHT[type], 160, 22, LENGTH[type]),
    balloon(callout, 26, 46, 70, Y - 16),
  ],
})

interface Bulb {
  type: Type
  volts: number
  finish: 'clear' | 'amber' | 'blue' | 'led'
}

function rating({ type, volts, finish }: Bulb): string {
  if (finish === 'led') return `${volts} V LED`
  return `${volts} V ${(volts > 20 ? WATTS_24 : WATTS)[type]}`
}

/** The clear part of each glass: from, to, half height. */
const GLASS: Record<Type, readonly [number, number, number]> = {
  h7: [59, 115, 19],
  h1: [44, 111, 13],
  h4: [49, 115, 21],
  w5w: [58, 112, 22],
}

/** Coloured glass is lined; a lamp with diodes shows their board instead of a filament. */
function coat(type: Type, finish: 'amber' | 'blue' | 'led') {
  const [x1, x2, r] = GLASS[type]
  const outline = corners`${x1},${Y - r} ${x2},${Y - r} ${x2},${Y + r} ${x1},${Y + r}`
  const note = leader(x1 + 20, Y - r, x1 + 28, 62, finish.toUpperCase())
  if (finish !== 'led')
    return [
      polygon(outline, 'none', 'tint'),
      hatch(outline, finish === 'blue' ? 3 : 5, finish === 'blue' ? 60 : -60),
      note,
    ]
  const board = Math.min(15, r)
  const step = (x2 - x1 - 12) / 4
  const chips = range(4).map((i) => [
    rect(x1 + 8 + i * step, Y - 5, step - 4, 10, 'mid', 'tint', 1),
    rect(x1 + 10 + i * step, Y - 3, step - 8, 6, 'thin'),
  ])
  return [rect(x1, Y - board, x2 - x1, 2 * board, 'mid', 'plate', 2), chips, note]
}

/** Ends of each bulb on the sheet. */
const LEFT: Record<Type, number> = { h7: 40, h1: 30, h4: 28, w5w: 44 }
const RIGHT: Record<Type, number> = { h7: 202, h1: 206, h4: 206, w5w: 178 }

/** A glass tube with a rounded tip and a pip, closed at the right. */
function glass(from: number, to: number, r: number, blackTip: boolean) {
  const tip = `M${from + r * 0.9} ${Y - r}C${from + 2} ${Y - r} ${from} ${Y - r * 0.4} ${from} ${Y}C${from} ${Y + r * 0.4} ${from + 2} ${Y + r} ${from + r * 0.9} ${Y + r}`
  return [
    solid`${tip}H${to}V${Y - r}Z`,
    blackTip && tinted`${tip}Z`,
    blackTip &&
      hatch(
        corners`${from + r * 0.9},${Y - r} ${from + 3},${Y - r * 0.7} ${from},${Y} ${from + 3},${Y + r * 0.7} ${from + r * 0.9},${Y + r}`,
        3,
      ),
    inlay`M${from + 2} ${Y - 3}q-7 0 -7 3t7 3`,
    thin`M${from + r} ${Y - r + 4}H${to - 14}`,
  ]
}

/** A coiled filament between two lead wires. */
function filament(x1: number, x2: number, y: number, turns: number) {
  const step = (x2 - x1) / turns
  const coil = range(turns).map(
    (i) =>
      `C${x1 + i * step} ${y - 9} ${x1 + (i + 1.2) * step} ${y - 9} ${x1 + (i + 0.7) * step} ${y}S${x1 + (i + 0.2) * step} ${y + 7} ${x1 + (i + 1) * step} ${y}`,
  )
  return edge`M${x1} ${y}${coil.join('')}`
}

const blade = (x: number, y: number, length: number) => [
  rect(x, y - 5, length, 10, 'bold', 'plate', 1),
  circle(x + length - 8, y, 2, 'thin'),
  line(x + 4, y, x + length - 14, y, 'thin'),
]

const endFrame = (r: number): [number, number, Mark] => [258, Y, centreCross(258, Y, r)]

function doubleBlade() {
  const [x, y, axes] = endFrame(46)
  return [
    glass(40, 128, 20, true),
    filament(72, 100, Y, 6),
    edge`M72 ${Y}V${Y - 11}H128M100 ${Y}V${Y + 11}H128`,
    rect(116, Y - 13, 26, 26, 'mid', 'plate', 2),
    solid`M142 ${Y - 24}H150V${Y - 34}H156V${Y + 34}H150V${Y + 24}H142Z`,
    solid`M156 ${Y - 22}H172L176 ${Y - 16}V${Y + 16}L172 ${Y + 22}H156Z`,
    blade(176, Y - 11, 26),
    blade(176, Y + 11, 26),
    centreLine(26, Y, 214, Y),
    [-90, 20, 165].map((a) => moved(x, y, a, rect(34, -7, 9, 14, 'bold', 'plate', 1))),
    disc(x, y, 38, 34),
    circle(x, y, 24),
    rect(x - 15, y - 5, 6, 10, 'bold', 'plate'),
    rect(x + 9, y - 5, 6, 10, 'bold', 'plate'),
    axes,
    leader(150, Y - 34, 162, 44, BASE.h7),
  ]
}

function singleBlade() {
  const [x, y, axes] = endFrame(42)
  return [
    glass(30, 122, 14, false),
    filament(58, 86, Y, 7),
    edge`M58 ${Y}V${Y - 8}H122M86 ${Y}V${Y + 7}H122`,
    rect(112, Y - 11, 34, 22, 'mid', 'plate', 2),
    thin`M120 ${Y - 4}h18M120 ${Y + 4}h18`,
    rect(146, Y - 28, 6, 56, 'bold', 'plate', 1),
    solid`M152 ${Y - 15}H168L174 ${Y - 9}V${Y + 9}L168 ${Y + 15}H152Z`,
    edge`M174 ${Y - 3}h8q4 0 4 3`,
    blade(178, Y, 28),
    centreLine(16, Y, 218, Y),
    solid`M${x - 20} ${y - 28}H${x + 20}L${x + 32} ${y - 14}V${y + 18}L${x + 20} ${y + 30}H${x - 20}L${x - 32} ${y + 18}V${y - 14}Z`,
    thin`M${x - 18} ${y - 24}H${x + 18}L${x + 28} ${y - 12}V${y + 16}L${x + 18} ${y + 26}H${x - 18}L${x - 28} ${y + 16}V${y - 12}Z`,
    circle(x, y, 17),
    rect(x - 3, y - 8, 6, 16, 'bold', 'plate'),
    axes,
    leader(149, Y - 28, 162, 44, BASE.h1),
  ]
}

function threeLugs() {
  const [x, y, axes] = endFrame(50)
  const lugs = [-90, 30, 150].map((a, i) =>
    moved(x, y, a, rect(34, -(i ? 7 : 10), 12, i ? 14 : 20, 'bold', 'plate', 1)),
  )
  return [
    glass(28, 122, 22, true),
    filament(60, 82, Y - 7, 5),
    filament(92, 112, Y + 1, 5),
    edge`M54 ${Y + 4}q0 8 10 8h26l6 -6M60 ${Y - 7}V${Y - 14}H124M82 ${Y - 7}L92 ${Y + 12}H124M112 ${Y + 1}H124`,
    rect(116, Y - 16, 28, 32, 'mid', 'plate', 2),
    solid`M144 ${Y - 28}H150V${Y - 42}H156V${Y + 42}H150V${Y + 28}H144Z`,
    solid`M156 ${Y - 26}H172L176 ${Y - 22}V${Y + 22}L172 ${Y + 26}H156Z`,
    line(162, Y - 26, 162, Y + 26, 'thin'),
    blade(176, Y - 16, 30),
    blade(176, Y + 16, 30),
    rect(176, Y - 6, 28, 12, 'bold', 'plate', 1),
    centreLine(14, Y, 216, Y),
    lugs,
    disc(x, y, 37, 33),
    circle(x, y, 25),
    rect(x - 4, y - 18, 8, 5, 'bold', 'plate'),
    rect(x - 17, y - 2, 5, 13, 'bold', 'plate'),
    rect(x + 12, y - 2, 5, 13, 'bold', 'plate'),
    axes,
    leader(153, Y - 42, 164, 44, BASE.h4),
  ]
}

function wedge() {
  const [x, y, axes] = endFrame(38)
  return [
    solid`M44 ${Y}C44 ${Y - 30} 66 ${Y - 30} 78 ${Y - 29}C96 ${Y - 28} 104 ${Y - 24} 116 ${Y - 24}H170Q178 ${Y - 24} 178 ${Y - 16}V${Y + 16}Q178 ${Y + 24} 170 ${Y + 24}H116C104 ${Y + 24} 96 ${Y + 28} 78 ${Y + 29}C66 ${Y + 30} 44 ${Y + 30} 44 ${Y}Z`,
    thin`M52 ${Y - 10}C54 ${Y - 20} 62 ${Y - 24} 74 ${Y - 24}`,
    moved(0, Y, 90, filament(-14, 14, -81, 6)),
    edge`M80 ${Y - 14}C72 ${Y - 12} 72 ${Y + 12} 80 ${Y + 14}`,
    edge`M80 ${Y - 14}L112 ${Y - 10}H150M80 ${Y + 14}L112 ${Y + 10}H150`,
    rect(122, Y - 18, 48, 36, 'mid', 'tint', 3),
    thin`M128 ${Y - 18}v36M134 ${Y - 18}v36`,
    edge`M150 ${Y - 10}H182Q186 ${Y - 10} 184 ${Y - 20}L166 ${Y - 26}M150 ${Y + 10}H182Q186 ${Y + 10} 184 ${Y + 20}L166 ${Y + 26}`,
    centreLine(30, Y, 196, Y),
    disc(x, y, 30, 26),
    rect(x - 25, y - 8, 50, 16, 'mid', 'plate', 3),
    rect(x - 22, y - 4, 44, 8, 'mid', 'tint', 2),
    edge`M${x - 12} ${y - 11}v22M${x + 12} ${y - 11}v22`,
    axes,
    leader(160, Y - 24, 170, 50, BASE.w5w),
  ]
}
