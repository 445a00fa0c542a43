import { balloon, centreCross, centreLine, dimension, leader } from '../../annotations.ts'
import { type Point, polar, range } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import type { Fill } from '../../marks.ts'
import { circle, corners, disc, path, polygon, polyline, rect, section, thin } from '../../pens.ts'

interface Piston {
  bore: number
  rings: number
  pin: number
}

const CX = 96
const TOP = 54

export const piston = defineDrawing({
  kind: 'piston',
  title: (p) => `Piston, bore ${p.bore} mm, pin ${p.pin} mm, ${p.rings} rings`,
  params: { bore: number(86, 60, 110), rings: int(3, 1, 4), pin: number(21, 14, 32) },
  crop: [24, 28, 144, 150],
  draw: (p) => [elevation(p), crown(p), balloon(p.callout, 176, 28, CX + p.bore * 0.6 - 2, TOP + 24)],
})

/** Left half from outside, right half cut. */
function elevation({ bore, rings, pin: pinDiameter }: Piston) {
  const W = bore * 0.6
  const H = bore * 1.3
  const bottom = TOP + H
  const pinY = TOP + H * 0.56
  const pin = Math.min(pinDiameter, bore * 0.27)
  const skirt = `V${bottom - 12}q-1 12 -8 12H${CX + W * 0.5}q-4 -14 ${-W * 0.5} -14t${-W * 0.5} 14H${CX - W + 8}q-7 0 -8 -12Z`
  const outline = `M${CX - W} ${TOP + 4}Q${CX - W} ${TOP} ${CX - W + 4} ${TOP}H${CX + W - 4}Q${CX + W} ${TOP} ${CX + W} ${TOP + 4}`
  const boss = (r: number) => `M${CX} ${pinY - r}A${r} ${r} 0 0 0 ${CX} ${pinY + r}`
  return [
    path(outline + skirt, 'bold', 'plate'),
    rect(CX, TOP - 1, W - 1, H * 0.98, 'none', 'plate'),
    section(cut(W, bottom, pinY, pin), 4),
    polyline([
      [CX + W, pinY - pin * 0.62],
      [CX + W, pinY + pin * 0.62],
    ]),
    range(rings).map((i) => ring(i, rings, bore)),
    path(boss(pin * 0.86)),
    path(boss(pin * 0.62), 'bold', 'tint'),
    thin`M${CX - W + 6} ${TOP + H * 0.46}V${bottom - 18}M${CX - W + 9} ${TOP + H * 0.46}V${bottom - 16}`,
    centreLine(CX, TOP - 14, CX, bottom + 10),
    centreLine(CX - W - 10, pinY, CX + W + 12, pinY),
    dimension(CX - W, bottom - 2, CX + W, bottom - 2, 24, `⌀${bore.toFixed(1)}`),
    dimension(CX - W, TOP, CX - W, pinY, 16, (H * 0.56 * 0.53).toFixed(1)),
  ]
}

function cut(W: number, bottom: number, pinY: number, pin: number): Point[] {
  const wall = 7
  const hole = pin * 0.62
  return corners`${CX},${TOP + 6} ${CX + W * 0.5},${TOP + 6} ${CX + W * 0.7},${TOP} ${CX + W},${TOP} ${CX + W},${bottom - 6} ${CX + W - 5},${bottom} ${CX + W - wall},${bottom} ${CX + W - wall},${pinY + 18} ${CX + W * 0.42},${pinY + 18} ${CX + W * 0.42},${pinY + hole} ${CX + W},${pinY + hole} ${CX + W},${pinY - hole} ${CX + W * 0.42},${pinY - hole} ${CX + W * 0.42},${pinY - 22} ${CX + W * 0.6},${TOP + 40} ${CX + W * 0.5},${TOP + 22} ${CX},${TOP + 19}`
}

/** The lowest of three or more rings scrapes oil: it is taller, with an expander inside. */
function ring(index: number, rings: number, bore: number) {
  const W = bore * 0.6
  const isOil = index === rings - 1 && rings > 2
  const y = TOP + 10 + index * 11.5 * Math.min(1, (bore / 86) * (3 / Math.max(3, rings)))
  const height = isOil ? 6 : 4
  const waves = range(W / 5).map((i) => `M${CX - W + 2 + i * 5} ${y + 2}v2`)
  return [
    rect(CX - W - 2, y, W + 2, height, 'mid', 'plate', 1),
    rect(CX + W - 8, y, 10, height, 'mid', 'plate', 0.5),
    isOil && [thin`M${CX - W - 2} ${y + 2}H${CX}M${CX - W - 2} ${y + 4}H${CX}`, path(waves.join(''), 'thin')],
  ]
}

function crown({ bore, pin }: Piston) {
  const r = bore * 0.6
  const pocket = (angle: number, size: number, fill: Fill) => {
    const at = polar(244, 108, r * 0.46, angle)
    return [circle(...at, r * size, 'mid', fill), circle(...at, r * size - 2.4, 'thin')]
  }
  return [
    disc(244, 108, r, r - 2.5),
    circle(244, 108, r * 0.66),
    pocket(-135, 0.3, 'tint'),
    pocket(-45, 0.3, 'tint'),
    pocket(135, 0.25, 'plate'),
    pocket(45, 0.25, 'plate'),
    circle(244, 108, 2.4, 'mid', 'plate'),
    polygon(corners`244,${108 - r + 5} 241,${108 - r + 11} 247,${108 - r + 11}`, 'thin', 'ink'),
    centreCross(244, 108, r + 9),
    leader(...polar(244, 108, pin * 0.1 + 1, 90), 258, 108 + r + 18, `PIN ⌀${pin}`),
  ]
}
