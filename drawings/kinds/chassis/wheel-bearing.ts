import { balloon, centreCross, centreLine, dimension } from '../../annotations.ts'
import { type Point, polar, range, sector } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { circle, corners, disc, line, path, rect, rings, section } from '../../pens.ts'

interface Bearing {
  d: number
  bore: number
}

const CX = 92
const CY = 118

export const wheelBearing = defineDrawing({
  kind: 'wheel-bearing',
  title: (p) => `Wheel bearing, ⌀${p.d}, bore ${p.bore} mm`,
  params: { d: number(72, 40, 100), bore: number(37, 17, 60) },
  crop: [158, 36, 162, 164],
  draw: (p) => {
    const R = 46 + Math.min(p.d, 84) * 0.34 + Math.max(0, p.d - 84) * 0.1
    const rb = R * Math.min(0.66, Math.max(0.3, p.bore / p.d))
    return [sectionView(p, R, rb), face(R, rb), balloon(p.callout, 20, 26, CX - 22, CY - R + 8)]
  },
})

/** Two rows of balls between outer and inner rings, all cut. */
function sectionView({ d, bore }: Bearing, R: number, rb: number) {
  const half = 36
  const ball = (R - rb) * 0.27
  const mid = (R + rb) / 2
  const row = half * 0.46
  const edge = ball * 0.62
  const side = (g: 1 | -1) => {
    const y = (r: number) => CY + g * r
    const outer = corners`${CX - half},${y(R)} ${CX + half},${y(R)} ${CX + half},${y(mid + edge)} ${CX - half},${y(mid + edge)}`
    const inner = (from: number, to: number): Point[] =>
      corners`${from},${y(rb)} ${to},${y(rb)} ${to},${y(mid - edge)} ${from},${y(mid - edge)}`
    const seal = (x: number) =>
      rect(x - 2.5, Math.min(y(mid - edge + 0.5), y(mid + edge - 0.5)), 5, 2 * edge - 1, 'mid', 'tint')
    return [
      section(outer, 3.6),
      section(inner(CX - half, CX - 0.8), 3.6, 45),
      section(inner(CX + 0.8, CX + half), 3.6, 45),
      [-row, row].map((u) => [
        circle(CX + u, y(mid), ball, 'bold', 'plate'),
        centreCross(CX + u, y(mid), ball + 2),
      ]),
      seal(CX - half + 4),
      seal(CX + half - 4),
    ]
  }
  return [
    rect(CX - half, CY - rb, 2 * half, 2 * rb, 'mid', 'plate'),
    line(CX, CY - rb, CX, CY + rb, 'thin'),
    side(-1),
    side(1),
    centreLine(CX - half - 14, CY, CX + half + 12, CY),
    dimension(CX - half, CY + R, CX + half, CY + R, 18, Math.round(d * 0.51)),
    dimension(CX - half, CY - R, CX - half, CY + R, 26, `⌀${d}`),
    dimension(CX - half + 14, CY - rb, CX - half + 14, CY + rb, 0, `⌀${bore}`),
  ]
}

/** From the front, the seal broken away over part of the balls. */
function face(R: number, rb: number) {
  const y = CY
  const mid = (R + rb) / 2
  const ball = (R - rb) * 0.24
  const count = Math.floor((2 * Math.PI * mid) / (ball * 2.5))
  const step = 360 / count
  const inGap = (a: number) => a > 205 && a < 325
  const balls = range(count)
    .filter((i) => inGap(i * step))
    .map((i) => {
      const at = polar(236, y, mid, i * step)
      return [circle(...at, ball, 'mid', 'plate'), circle(...at, ball * 0.55, 'thin')]
    })
  return [
    disc(236, y, R, R - 2.5),
    rings(236, y, [mid + ball * 1.15], [mid + ball * 0.4, mid - ball * 0.4]),
    path(sector(236, y, mid - ball * 1.15, mid + ball * 1.15, 200, 330), 'mid', 'plate'),
    balls,
    rings(236, y, [mid - ball * 1.15], [rb + 2.5]),
    circle(236, y, rb, 'bold', 'plate'),
    centreCross(236, y, R + 7),
  ]
}
