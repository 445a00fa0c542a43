import { balloon, centreLine, dimension, leader, text } from '../../annotations.ts'
import { defineDrawing, int } from '../../kind.ts'
import { hole } from '../../parts.ts'
import { circle, corners, edge, line, path, rect, solid, thin } from '../../pens.ts'

interface Pin {
  name: string
  /** Place on the base, from its middle. */
  x: number
  y: number
  across: boolean
  nameBelow?: boolean
}

const PINS: readonly Pin[] = [
  { name: '30', x: 0, y: 22, across: true },
  { name: '85', x: -22, y: 0, across: false },
  { name: '86', x: 22, y: 0, across: false },
  { name: '87', x: 0, y: -22, across: true },
  { name: '87a', x: 0, y: 0, across: true, nameBelow: true },
]

export const relay = defineDrawing({
  kind: 'relay',
  title: (p) => `Relay, 12 V 40 A, ${p.pins} pins`,
  params: { pins: int(4, 4, 5) },
  crop: [20, 22, 136, 186],
  draw: ({ pins, callout }) => [
    // cube with a bracket above, the circuit printed on it, blades below
    solid`M70 62V38Q70 30 78 30H98Q106 30 106 38V62Z`,
    hole(88, 44, 6),
    // blades
    [48, 78, 108].map((x) => [rect(x, 162, 18, 26, 'bold', 'plate', 1.5), circle(x + 9, 182, 2, 'thin')]),
    rect(36, 62, 104, 100, 'bold', 'plate', 4),
    thin`M36 150H140M36 154H140`,
    circuit(pins),
    text(88, 142, '12 V 40 A', { size: 8.5, weight: 'semi' }),
    // base
    rect(188, 76, 96, 92, 'bold', 'plate', 5),
    rect(192, 80, 88, 84, 'thin', 'none', 3),
    // blades
    PINS.slice(0, pins).map((pin) => {
      const [w, h] = pin.across ? [18, 5] : [5, 18]
      const [u, v] = pin.nameBelow ? [0, 12] : pin.across ? [18, 3] : [0, -13]
      const name = text(236 + pin.x + u, 122 + pin.y + v, pin.name, { size: 7, halo: true })
      return [rect(236 + pin.x - w / 2, 122 + pin.y - h / 2, w, h, 'bold', 'tint', 0.5), name]
    }),
    corners`-40,-38 40,-38 -40,38 40,38`.map(([u = 0, v = 0]) => circle(236 + u, 122 + v, 2, 'thin')),
    centreLine(180, 122, 292, 122),
    centreLine(236, 68, 236, 176),
    dimension(214, 168, 258, 168, 20, '17.0'),
    dimension(36, 188, 140, 188, 24, 28),
    dimension(36, 62, 36, 162, 16, 25),
    leader(88, 44, 120, 28, '⌀5.4'),
    balloon(callout, 186, 40, 132, 70),
  ],
})

/** Coil between 86 and 85, contact from 30 to 87. */
function circuit(pins: number) {
  const small = { size: 6.5 }
  return [
    rect(44, 70, 88, 60, 'thin'),
    edge`M58 78V88M58 112V122`,
    rect(49, 88, 18, 24, 'mid', 'plate'),
    line(49, 108, 67, 92, 'thin'),
    { ...thin`M67 100H104`, attributes: { d: 'M67 100H104', 'stroke-dasharray': '3 2' } },
    edge`M106 122V112L98 88`,
    circle(106, 112, 1.6, 'mid', 'plate'),
    path(pins > 4 ? 'M96 78V86M116 78V86' : 'M96 78V86', 'mid'),
    text(58, 76, '86', small),
    text(58, 129, '85', small),
    text(106, 129, '30', small),
    text(96, 76, '87', small),
    pins > 4 && text(118, 76, '87a', small),
  ]
}
