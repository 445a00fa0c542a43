import { balloon, cardOnly, centreLine, dimension, leader, viewName } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import { circle, ellipse, path, solid } from '../../pens.ts'

const CY = 96

export const gasket = defineDrawing({
  kind: 'gasket',
  title: (p) => `Cylinder head gasket, ${p.bores} bores`,
  params: { bores: int(4, 1, 6), d: number(82, 60, 110) },
  crop: [10, 36, 300, 122],
  draw: ({ bores, d, callout }) => {
    const r = Math.min(31 + (d - 82) * 0.1, 118 / bores)
    const pitch = r * 2.24
    const half = (bores * pitch) / 2 + 14
    const high = r + 26
    return [
      plate(half, high, bores, pitch),
      range(bores).map((i) => bore(160 + (i - (bores - 1) / 2) * pitch, r)),
      passages(bores, pitch, r, half),
      edge(half),
      dimension(160 - half, CY + high, 160 + half, CY + high, 58, Math.round(bores * d * 1.16 + 40)),
      leader(
        160 - ((bores - 1) / 2) * pitch + r * 0.7,
        CY - r * 0.7,
        160 - ((bores - 1) / 2) * pitch + r + 8,
        CY - high - 14,
        `⌀${(d + 1).toFixed(1)}`,
      ),
      balloon(callout, 24, 30, 160 - half + 7, CY - high * 0.7),
    ]
  },
})

/** Outline with a tab at each joint of the block. */
function plate(half: number, high: number, bores: number, pitch: number) {
  const waist = (i: number) => 160 + (i - bores / 2) * pitch
  const upper = range(bores + 1).map(
    (i) =>
      `L${waist(i) - 10} ${CY - high + 5}Q${waist(i)} ${CY - high - 3} ${waist(i) + 10} ${CY - high + 5}`,
  )
  const lower = range(bores + 1).map(
    (i) =>
      `L${waist(i) + 10} ${CY + high - 5}Q${waist(i)} ${CY + high + 3} ${waist(i) - 10} ${CY + high - 5}`,
  )
  const l = 160 - half
  const r = 160 + half
  return [
    solid`M${l} ${CY - high + 16}${upper.join('').replace(/^L/, 'L')}L${r} ${CY - high + 16}V${CY + high - 16}${lower.reverse().join('')}L${l} ${CY + high - 16}Z`,
    centreLine(l - 12, CY, r + 12, CY),
  ]
}

const bore = (x: number, r: number) => [
  circle(x, CY, r + 3, 'thin'),
  circle(x, CY, r, 'bold', 'plate'),
  circle(x, CY, r - 2.4, 'mid'),
  centreLine(x, CY - r - 8, x, CY + r + 8),
]

/** Bolt holes between the bores, water and oil ways about them. */
const passages = (bores: number, pitch: number, r: number, half: number) => [
  // water
  range(bores).flatMap((i) => {
    const x = 160 + (i - (bores - 1) / 2) * pitch
    return [-1, 1].flatMap((g) => [
      ellipse(x, CY + g * (r + 13), 5, 2.6, 'mid', 'tint'),
      circle(x - r * 0.5, CY + g * (r + 8), 2, 'mid', 'tint'),
      circle(x + r * 0.5, CY + g * (r + 8), 2, 'mid', 'tint'),
    ])
  }), // bolts
  range(bores + 1).flatMap((i) => {
    const x = Math.min(160 + half - 9, Math.max(160 - half + 9, 160 + (i - bores / 2) * pitch))
    return [-1, 1].map((g) => [
      circle(x, CY + g * (r + 12), 4.6, 'bold', 'plate'),
      circle(x, CY + g * (r + 12), 6.6, 'thin'),
    ])
  }),
]

/** Three layers of sheet steel, much enlarged. */
function edge(half: number) {
  const x = 160 - half
  const w = 2 * half
  const wave = (v: number) => `M${x} ${184 + v}H${x + w * 0.3}q4 0 6 -4t6 -4h${w * 0.2}q4 0 6 4t6 4H${x + w}`
  return cardOnly([
    path(wave(0), 'mid'),
    path(wave(4), 'bold'),
    path(wave(8), 'mid'),
    viewName(x - 4, 178, 'B–B', 'start'),
  ])
}
