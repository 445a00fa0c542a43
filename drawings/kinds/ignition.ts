import { centreCross, dimension, leader } from '../annotations.ts'
import { type Point, range, regular } from '../geometry.ts'
import { defineDrawing, int, number } from '../kind.ts'
import { text } from '../lettering.ts'
import { cardOnly } from '../marks.ts'
import { hole, thread } from '../parts.ts'
import { axis, dashed, edge, fine, inlay, line, path, solid, thin } from '../paths.ts'
import { circle, corners, hatch, polygon, polyline, rect, rings, section } from '../shapes.ts'

type Plug = { reach: number; hex: number; gap: number; ribs: number }

export const sparkPlug = defineDrawing({
  kind: 'spark-plug',
  title: (p) => `Spark plug, reach ${p.reach} mm, hexagon ${p.hex} mm, gap ${p.gap} mm`,
  params: {
    reach: number(26.5, 12, 30),
    hex: number(16, 14, 24),
    gap: number(0.8, 0.3, 1.6),
    ribs: int(5, 1, 7),
  },
  crop: [10, 62, 280, 72],
  draw: (p) => {
    const end = 176 + p.reach * 2.7
    return [
      insulator(p.ribs),
      shell(p),
      firingEnd(p, end),
      dimension(173, 114, end, 114, 24, p.reach),
      leader(140, 98 - p.hex * 1.75, 132, 36, `HEX ${p.hex}`),
      leader(222, 82, 236, 56, 'M14×1.25'),
      cardOnly(text(208, 214, `GAP ${p.gap.toFixed(1)}`, { size: 10, anchor: 'end', halo: true })),
      cardOnly([endView(p.hex * 1.75), gapDetail(p.gap, end)]),
    ]
  },
})

function insulator(ribs: number) {
  const width = 58 / ribs
  const upper = range(ribs).map((i) => `L${40 + i * width} 86q${width * 0.35} -5 ${width * 0.7} 0`)
  const lower = range(ribs).map((i) => `q${-width * 0.35} 5 ${-width * 0.7} 0L${40 + i * width} 110`)
  const last = 40 + (ribs - 1) * width + width * 0.7
  const nose = `L104 85L124 83V113L104 111L${last} 110`
  return [
    rect(16, 92, 8, 12, 'mid', 'plate', 1.5),
    rect(24, 89.5, 14, 17, 'bold', 'plate', 2),
    thin`M28 89.5V106.5M34 89.5V106.5`,
    solid`M38 88${upper.join('')}${nose}${lower.reverse().join('')}L38 108Z`,
    range(ribs).map((i) => thin`M${40 + (i + 0.35) * width} 83.8q3 14.2 0 28.4`),
    text(113, 100.6, 'R7', { size: 6.5, rotate: -90 }),
  ]
}

function shell({ hex }: Plug) {
  const h = hex * 1.75
  return [
    inlay`M124 ${98 - h * 0.72}q4 -4 6 ${-h * 0.28}h2V${98 + h}h-2q-2 ${-h * 0.24} -6 ${-h * 0.28}Z`,
    rect(130, 98 - h, 30, 2 * h, 'bold', 'plate', 2),
    edge`M130 ${98 - h * 0.5}H160M130 ${98 + h * 0.5}H160`,
    thin`M130 ${98 - h * 0.5}q5 ${h * 0.5} 0 ${h}M160 ${98 - h * 0.5}q-5 ${h * 0.5} 0 ${h}`,
    solid`M160 ${98 - h * 0.8}h5l3 4V${98 + h * 0.8 - 4}l-3 4h-5Z`,
    rect(168, 79, 5, 38, 'bold', 'plate', 2),
    line(170.5, 79, 170.5, 117, 'thin'),
    rect(173, 85, 4, 26, 'mid', 'plate'),
  ]
}

function firingEnd({ gap }: Plug, end: number) {
  const strap = end + 14 + gap * 3.4
  return [
    thread(177, end, 98, 16, 4.2),
    line(177, 82, 177, 114),
    line(end, 82, end, 114, 'bold'),
    inlay`M${end} 91l9 3v8l-9 3Z`,
    rect(end + 9, 95.5, 5, 5, 'mid', 'plate'),
    solid`M${end} 84h${strap - end + 1}q5 0 5 5v12h-5v-8q0 -4 -4 -4h${end - strap + 3}Z`,
    axis`M8 98H${strap + 18}`,
  ]
}

function endView(h: number) {
  const q = h * 1.06
  return [
    polygon(regular(62, 186, q, 6, 30), 'bold', 'plate'),
    rings(62, 186, [16], [q * 0.84, 11]),
    rect(58, 173, 8, 20, 'mid', 'plate', 2),
    circle(62, 186, 2.6, 'mid', 'tint'),
    centreCross(62, 186, q + 6),
  ]
}

function gapDetail(gap: number, end: number) {
  const g = gap * 9
  const strap = corners`228,174 ${266 + g},174 ${274 + g},180 ${274 + g},205 ${262 + g},205 ${262 + g},194 ${258 + g},184 230,182`
  return [
    dashed(circle(end + 10, 98, 23, 'thin'), '4 2.5'),
    circle(258, 190, 34, 'thin', 'plate'),
    fine(`M${end + 4} 120L250 157`),
    solid`M225 183h22l8 3v8l-8 3h-22`,
    rect(255, 187, 6, 6, 'bold', 'plate'),
    path(`M228 174h${41 + g}q6 0 6 6v26h-14v-14q0 -8 -6 -8h${-19 - g}`, 'bold'),
    hatch(strap, 4),
  ]
}

export const ignitionCoil = defineDrawing({
  kind: 'ignition-coil',
  title: (p) => `Ignition coil, ${p.length} mm`,
  params: { length: number(140, 80, 220) },
  crop: [10, 48, 300, 112],
  draw: ({ length }) => {
    const end = 176 + length * 0.56
    const boot = end - 62
    const x1 = end - 34
    const wall = (g: 1 | -1): Point[] =>
      corners`${x1 - 4},${104 + g * 12} ${end},${104 + g * 11} ${end},${104 + g * 6} ${x1 - 4},${104 + g * 6}`
    const coil = range(7).map((i): Point => [x1 + i * 4, 104 + (i % 2 ? 4.4 : -4.4)])
    return [
      rect(104, 86, 18, 36, 'bold', 'plate', 2),
      thin`M110 86V122M116 86V122`,
      rect(122, 92, boot - 120, 24, 'bold', 'plate'),
      thin`M128 97H${boot - 8}M128 99.5H${boot - 30}`,
      solid`M${boot} 91H${end - 4}Q${end} 91 ${end} 95V113Q${end} 117 ${end - 4} 117H${boot}Z`,
      range(3).map((i) => rect(boot + i * 7, 89, 5, 30, 'mid', 'plate', 2)),
      rect(x1 - 4, 92, 38, 24, 'mid', 'plate'),
      section(wall(-1), 2.8),
      section(wall(1), 2.8),
      polyline(coil, 'mid'),
      rect(x1 - 4, 99, 5, 10, 'mid', 'tint'),
      axis`M14 104H${end + 12}`,
      solid`M30 90H58V118H30Q26 118 26 114V94Q26 90 30 90Z`,
      thin`M32 96H54M32 104H54M32 112H54`,
      rect(36, 84, 14, 6, 'mid', 'plate', 1),
      solid`M58 78H96Q104 78 106 82V126Q104 130 96 130H58Q54 130 54 126V82Q54 78 58 78Z`,
      rect(62, 86, 34, 36, 'thin', 'none', 2),
      inlay`M70 96l8 8h-5l4 10l-10 -11h5Z`,
      solid`M62 130h28v18q0 8 -8 8h-12q-8 0 -8 -8Z`,
      rect(70, 130, 12, 26, 'thin'),
      axis`M76 124V162`,
      top(),
      dimension(92, 128, end, 128, 26, length),
      leader(end - 20, 92, end - 44, 50, '⌀24'),
    ]
  },
})

const top = () =>
  cardOnly([
    inlay`M24 188H54V212H24Z`,
    [-6, -2, 2, 6].map((v) => line(28, 200 + v, 46, 200 + v, 'thin')),
    solid`M54 180H98A20 20 0 0 1 98 220H54Z`,
    solid`M114 188H136A12 12 0 0 1 136 212H114`,
    hole(134, 200, 5),
    rings(94, 200, [14], [11]),
    axis`M16 200H156`,
    leader(139, 201, 166, 216, 'M6'),
  ])
