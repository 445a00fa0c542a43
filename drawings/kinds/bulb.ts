import { centreCross, dimension, leader } from '../annotations.ts'
import { range } from '../geometry.ts'
import { defineDrawing, int, oneOf } from '../kind.ts'
import { text } from '../lettering.ts'
import { type Label, moved, notInThumb } from '../marks.ts'
import { axis, edge, inlay, line, solid, thin, tinted } from '../paths.ts'
import { circle, corners, disc, hatch, polygon, rect } from '../shapes.ts'

type Type = 'h7' | 'h1' | 'h4' | 'w5w'

const WATTS = { h7: '55 W', h1: '55 W', h4: '60/55 W', w5w: '5 W' }
/** The power of bulbs for more than 20 V. */
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
  draw: ({ type, volts, finish, say }) => [
    { h7: doubleBlade, h1: singleBlade, h4: threeLugs, w5w: wedge }[type](say(['type'], (v) => BASE[v.type])),
    finish !== 'clear' && coat(type, finish),
    notInThumb(
      text(
        258,
        206,
        say(['volts'], (v) => `${v.volts} V`, rating({ type, volts, finish })),
        { size: 10 },
      ),
    ),
    dimension(LEFT[type], 160, RIGHT[type], 160, 22, LENGTH[type]),
  ],
})

type Bulb = { type: Type; volts: number; finish: 'clear' | 'amber' | 'blue' | 'led' }

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

/** Coloured glass is hatched; an LED bulb shows its circuit board instead of a filament. */
function coat(type: Type, finish: 'amber' | 'blue' | 'led') {
  const [x1, x2, r] = GLASS[type]
  const outline = corners`${x1},${112 - r} ${x2},${112 - r} ${x2},${112 + r} ${x1},${112 + r}`
  const note = leader(x1 + 20, 112 - r, x1 + 28, 62, finish.toUpperCase())
  if (finish !== 'led')
    return [
      polygon(outline, 'none', 'tint'),
      hatch(outline, finish === 'blue' ? 3 : 5, finish === 'blue' ? 60 : -60),
      note,
    ]
  const board = Math.min(15, r)
  const step = (x2 - x1 - 12) / 4
  const chips = range(4).map((i) => [
    rect(x1 + 8 + i * step, 107, step - 4, 10, 'mid', 'tint', 1),
    rect(x1 + 10 + i * step, 109, step - 8, 6, 'thin'),
  ])
  return [rect(x1, 112 - board, x2 - x1, 2 * board, 'mid', 'plate', 2), chips, note]
}

const LEFT: Record<Type, number> = { h7: 40, h1: 30, h4: 28, w5w: 44 }
const RIGHT: Record<Type, number> = { h7: 202, h1: 206, h4: 206, w5w: 178 }

function glass(from: number, to: number, r: number, blackTip: boolean) {
  const tip = `M${from + r * 0.9} ${112 - r}C${from + 2} ${112 - r} ${from} ${112 - r * 0.4} ${from} 112C${from} ${112 + r * 0.4} ${from + 2} ${112 + r} ${from + r * 0.9} ${112 + r}`
  return [
    solid`${tip}H${to}V${112 - r}Z`,
    blackTip && tinted`${tip}Z`,
    blackTip &&
      hatch(
        corners`${from + r * 0.9},${112 - r} ${from + 3},${112 - r * 0.7} ${from},112 ${from + 3},${112 + r * 0.7} ${from + r * 0.9},${112 + r}`,
        3,
      ),
    inlay`M${from + 2} 109q-7 0 -7 3t7 3`,
    thin`M${from + r} ${112 - r + 4}H${to - 14}`,
  ]
}

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

const BASE_CENTRE = [258, 112] as const

const doubleBlade = (base: Label) => [
  glass(40, 128, 20, true),
  filament(72, 100, 112, 6),
  edge`M72 112V101H128M100 112V123H128`,
  rect(116, 99, 26, 26, 'mid', 'plate', 2),
  solid`M142 88H150V78H156V146H150V136H142Z`,
  solid`M156 90H172L176 96V128L172 134H156Z`,
  [101, 123].map((y) => blade(176, y, 26)),
  axis`M26 112H214`,
  [-90, 20, 165].map((a) => moved(...BASE_CENTRE, a, rect(34, -7, 9, 14, 'bold', 'plate', 1))),
  disc(...BASE_CENTRE, 38, 34),
  circle(...BASE_CENTRE, 24),
  [243, 267].map((x) => rect(x, 107, 6, 10, 'bold', 'plate')),
  centreCross(...BASE_CENTRE, 46),
  leader(150, 78, 162, 44, base),
]

const singleBlade = (base: Label) => [
  glass(30, 122, 14, false),
  filament(58, 86, 112, 7),
  edge`M58 112V104H122M86 112V119H122`,
  rect(112, 101, 34, 22, 'mid', 'plate', 2),
  thin`M120 108h18M120 116h18`,
  rect(146, 84, 6, 56, 'bold', 'plate', 1),
  solid`M152 97H168L174 103V121L168 127H152Z`,
  edge`M174 109h8q4 0 4 3`,
  blade(178, 112, 28),
  axis`M16 112H218`,
  solid`M238 84H278L290 98V130L278 142H238L226 130V98Z`,
  thin`M240 88H276L286 100V128L276 138H240L230 128V100Z`,
  circle(...BASE_CENTRE, 17),
  rect(255, 104, 6, 16, 'bold', 'plate'),
  centreCross(...BASE_CENTRE, 42),
  leader(149, 84, 162, 44, base),
]

const threeLugs = (base: Label) => [
  glass(28, 122, 22, true),
  filament(60, 82, 105, 5),
  filament(92, 112, 113, 5),
  edge`M54 116q0 8 10 8h26l6 -6M60 105V98H124M82 105L92 124H124M112 113H124`,
  rect(116, 96, 28, 32, 'mid', 'plate', 2),
  solid`M144 84H150V70H156V154H150V140H144Z`,
  solid`M156 86H172L176 90V134L172 138H156Z`,
  line(162, 86, 162, 138, 'thin'),
  [96, 128].map((y) => blade(176, y, 30)),
  rect(176, 106, 28, 12, 'bold', 'plate', 1),
  axis`M14 112H216`,
  [-90, 30, 150].map((a, i) =>
    moved(...BASE_CENTRE, a, rect(34, -(i ? 7 : 10), 12, i ? 14 : 20, 'bold', 'plate', 1)),
  ),
  disc(...BASE_CENTRE, 37, 33),
  circle(...BASE_CENTRE, 25),
  rect(254, 94, 8, 5, 'bold', 'plate'),
  [241, 270].map((x) => rect(x, 110, 5, 13, 'bold', 'plate')),
  centreCross(...BASE_CENTRE, 50),
  leader(153, 70, 164, 44, base),
]

const wedge = (base: Label) => [
  solid`M44 112C44 82 66 82 78 83C96 84 104 88 116 88H170Q178 88 178 96V128Q178 136 170 136H116C104 136 96 140 78 141C66 142 44 142 44 112Z`,
  thin`M52 102C54 92 62 88 74 88`,
  moved(0, 112, 90, filament(-14, 14, -81, 6)),
  edge`M80 98C72 100 72 124 80 126M80 98L112 102H150M80 126L112 122H150`,
  rect(122, 94, 48, 36, 'mid', 'tint', 3),
  thin`M128 94v36M134 94v36`,
  edge`M150 102H182Q186 102 184 92L166 86M150 122H182Q186 122 184 132L166 138`,
  axis`M30 112H196`,
  disc(...BASE_CENTRE, 30, 26),
  rect(233, 104, 50, 16, 'mid', 'plate', 3),
  rect(236, 108, 44, 8, 'mid', 'tint', 2),
  edge`M246 101v22M270 101v22`,
  centreCross(...BASE_CENTRE, 38),
  leader(160, 88, 170, 50, base),
]
