import { balloon, centreCross, centreLine, dimension, leader } from '../../annotations.ts'
import { type Point, polar, range } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import { gear } from '../../parts.ts'
import { circle, corners, disc, ellipse, line, moved, polygon, rect, section } from '../../pens.ts'

const CX = 104
const CY = 118

export const clutch = defineDrawing({
  kind: 'clutch',
  title: (p) => `Clutch disc, ⌀${p.d} mm`,
  params: { d: number(228, 160, 280), splines: int(21, 10, 32) },
  crop: [16, 30, 176, 176],
  draw: ({ d, splines, callout }) => {
    const R = 44 + d * 0.16
    return [
      facing(R),
      hub(R, splines),
      centreCross(CX, CY, R + 9),
      side(R),
      dimension(256, CY - R, 256, CY + R, -34, `⌀${d}`),
      leader(...polar(CX, CY, R * 0.17, 60), CX + 36, CY + R + 14, `Z ${splines}`),
      balloon(callout, 22, 28, ...polar(CX, CY, R * 0.86, 222)),
    ]
  },
})

/** Friction ring: grooves that carry dust away, and rivets. */
function facing(R: number) {
  const grooves = range(24).map((i) => {
    const a = i * 15
    const ends = [
      polar(CX, CY, R - 1, a),
      polar(CX, CY, R * 0.66, a + 9),
      polar(CX, CY, R * 0.66, a + 11.5),
      polar(CX, CY, R - 1, a + 2.5),
    ]
    return polygon(ends, 'thin', 'tint')
  })
  const rivets = range(24).map((i) => [
    circle(...polar(CX, CY, R * 0.91, i * 15 + 9), 1.9, 'mid', 'plate'),
    circle(...polar(CX, CY, R * 0.73, i * 15 + 16), 1.9, 'mid', 'plate'),
  ])
  return [disc(CX, CY, R, R - 2), grooves, rivets, disc(CX, CY, R * 0.64, R * 0.61)]
}

/** Cover plate with six damper springs round the splined boss. */
function hub(R: number, splines: number) {
  const r = R * 0.4
  const springs = range(6).map((i) => {
    const [x, y] = polar(CX, CY, r, i * 60)
    const half = R * 0.135
    const thick = R * 0.1
    const coils = range(5).map((j) =>
      line(
        -half + (j + 0.5) * half * 0.4,
        -thick * 0.72,
        -half + (j + 0.9) * half * 0.4,
        thick * 0.72,
        'mid',
      ),
    )
    return moved(x, y, i * 60 + 90, [
      rect(-half - 2, -thick, 2 * half + 4, 2 * thick, 'bold', 'plate', 2),
      rect(-half, -thick * 0.72, 2 * half, 1.44 * thick, 'thin'),
      coils,
    ])
  })
  const stops = range(6).map((i) => circle(...polar(CX, CY, R * 0.5, i * 60 + 30), 3, 'mid', 'plate'))
  return [
    circle(CX, CY, R * 0.56, 'mid'),
    springs,
    stops,
    disc(CX, CY, R * 0.27, R * 0.25),
    circle(CX, CY, R * 0.21),
    gear(CX, CY, R * 0.18, splines, 2.8),
  ]
}

/** Half section: facings, cushion, hub. */
function side(R: number) {
  const half = (g: 1 | -1) => {
    const y = (v: number) => CY + g * v
    const lining = (from: number): Point[] =>
      corners`${from},${y(R * 0.66)} ${from},${y(R)} ${from + 4},${y(R)} ${from + 4},${y(R * 0.66)}`
    const boss = corners`236,${y(R * 0.16)} 236,${y(R * 0.26)} 249,${y(R * 0.26)} 249,${y(R * 0.52)} 255,${y(R * 0.52)} 255,${y(R * 0.26)} 270,${y(R * 0.26)} 270,${y(R * 0.16)}`
    return [
      section(lining(247), 3),
      section(lining(253), 3),
      line(252, y(R), 252, y(R * 0.5), 'mid'),
      rect(245, Math.min(y(R * 0.3), y(R * 0.58)), 3, R * 0.28, 'mid', 'plate'),
      rect(256, Math.min(y(R * 0.3), y(R * 0.58)), 3, R * 0.28, 'mid', 'plate'),
      ellipse(252, y(R * 0.4), 9, R * 0.09, 'bold', 'plate'),
      ellipse(252, y(R * 0.4), 5, R * 0.05, 'thin'),
      section(boss, 3, 45),
    ]
  }
  return [
    rect(236, CY - R * 0.16, 34, R * 0.32, 'mid', 'plate'),
    range(5).map((i) => line(236, CY - R * 0.1 + i * R * 0.05, 270, CY - R * 0.1 + i * R * 0.05, 'thin')),
    half(-1),
    half(1),
    centreLine(226, CY, 280, CY),
  ]
}
