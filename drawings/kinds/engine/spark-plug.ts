import { balloon, cardOnly, centreCross, centreLine, dimension, leader, text } from '../../annotations.ts'
import { range, regular } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import { thread } from '../../parts.ts'
import {
  circle,
  corners,
  dashed,
  edge,
  fine,
  hatch,
  inlay,
  line,
  path,
  polygon,
  rect,
  rings,
  solid,
  thin,
} from '../../pens.ts'

interface Plug {
  reach: number
  hex: number
  gap: number
  ribs: number
}

const Y = 98

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
      dimension(173, Y + 16, end, Y + 16, 24, p.reach),
      leader(140, Y - p.hex * 1.75, 132, Y - 62, `HEX ${p.hex}`),
      leader(222, Y - 16, 236, Y - 42, 'M14×1.25'),
      cardOnly(text(208, 214, `GAP ${p.gap.toFixed(1)}`, { size: 10, anchor: 'end', halo: true })),
      cardOnly([endView(p.hex * 1.75), gapDetail(p.gap, end)]),
      balloon(p.callout, 40, 42, 66, Y - 13),
    ]
  },
})

function insulator(ribs: number) {
  const width = 58 / ribs
  const upper = range(ribs).map((i) => `L${40 + i * width} ${Y - 12}q${width * 0.35} -5 ${width * 0.7} 0`)
  const lower = range(ribs).map((i) => `q${-width * 0.35} 5 ${-width * 0.7} 0L${40 + i * width} ${Y + 12}`)
  const last = 40 + (ribs - 1) * width + width * 0.7
  const nose = `L104 ${Y - 13}L124 ${Y - 15}V${Y + 15}L104 ${Y + 13}L${last} ${Y + 12}`
  return [
    rect(16, Y - 6, 8, 12, 'mid', 'plate', 1.5),
    rect(24, Y - 8.5, 14, 17, 'bold', 'plate', 2),
    thin`M28 ${Y - 8.5}V${Y + 8.5}M34 ${Y - 8.5}V${Y + 8.5}`,
    solid`M38 ${Y - 10}${upper.join('')}${nose}${lower.reverse().join('')}L38 ${Y + 10}Z`,
    range(ribs).map((i) => thin`M${40 + (i + 0.35) * width} ${Y - 14.2}q3 14.2 0 28.4`),
    text(113, Y + 2.6, 'R7', { size: 6.5, rotate: -90 }),
  ]
}

function shell({ hex }: Plug) {
  const h = hex * 1.75
  return [
    inlay`M124 ${Y - h * 0.72}q4 -4 6 ${-h * 0.28}h2V${Y + h}h-2q-2 ${-h * 0.24} -6 ${-h * 0.28}Z`,
    rect(130, Y - h, 30, 2 * h, 'bold', 'plate', 2),
    edge`M130 ${Y - h * 0.5}H160M130 ${Y + h * 0.5}H160`,
    thin`M130 ${Y - h * 0.5}q5 ${h * 0.5} 0 ${h}M160 ${Y - h * 0.5}q-5 ${h * 0.5} 0 ${h}`,
    solid`M160 ${Y - h * 0.8}h5l3 4V${Y + h * 0.8 - 4}l-3 4h-5Z`,
    rect(168, Y - 19, 5, 38, 'bold', 'plate', 2),
    line(170.5, Y - 19, 170.5, Y + 19, 'thin'),
    rect(173, Y - 13, 4, 26, 'mid', 'plate'),
  ]
}

function firingEnd({ gap }: Plug, end: number) {
  const strap = end + 14 + gap * 3.4
  return [
    thread(177, end, Y, 16, 4.2),
    line(177, Y - 16, 177, Y + 16),
    line(end, Y - 16, end, Y + 16, 'bold'),
    inlay`M${end} ${Y - 7}l9 3v8l-9 3Z`,
    rect(end + 9, Y - 2.5, 5, 5, 'mid', 'plate'),
    solid`M${end} ${Y - 14}h${strap - end + 1}q5 0 5 5v12h-5v-8q0 -4 -4 -4h${end - strap + 3}Z`,
    centreLine(8, Y, strap + 18, Y),
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

/** The electrode gap, enlarged. */
function gapDetail(gap: number, end: number) {
  const g = gap * 9
  const strap = corners`228,174 ${266 + g},174 ${274 + g},180 ${274 + g},205 ${262 + g},205 ${262 + g},194 ${258 + g},184 230,182`
  return [
    dashed(circle(end + 10, Y, 23, 'thin'), '4 2.5'),
    circle(258, 190, 34, 'thin', 'plate'),
    fine(`M${end + 4} ${Y + 22}L250 157`),
    solid`M225 183h22l8 3v8l-8 3h-22`,
    rect(255, 187, 6, 6, 'bold', 'plate'),
    path(`M228 174h${41 + g}q6 0 6 6v26h-14v-14q0 -8 -6 -8h${-19 - g}`, 'bold'),
    hatch(strap, 4),
  ]
}
