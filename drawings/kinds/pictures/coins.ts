import { balloon, centreLine, dimension, leader, text } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { circle, line, rect } from '../../pens.ts'

const CENTRE = { x: 112, y: 106 }
const RADIUS = 56

/** A coin from the front, and a pile of four from the side. */
export const coins = defineDrawing({
  kind: 'coins',
  title: () => 'A coin, 23.25 across, and a pile of four',
  params: {},
  crop: [28, 36, 204, 136],
  draw: ({ callout }) => [
    front(),
    range(4).map((i) => edge(200, 138 - i * 16)),
    dimension(CENTRE.x - RADIUS, 162, CENTRE.x + RADIUS, 162, 22, '23.25'),
    dimension(262, 138, 262, 154, -14, '2.33'),
    leader(CENTRE.x + 34, CENTRE.y - 44, 188, 40, 'R11.6'),
    balloon(callout, 24, 24, 70, 70),
  ],
})

function front() {
  const { x, y } = CENTRE
  return [
    circle(x, y, RADIUS, 'bold', 'plate'),
    circle(x, y, RADIUS - 7, 'mid'),
    range(36).map((i) => {
      const cos = Math.cos((i * Math.PI) / 18)
      const sin = Math.sin((i * Math.PI) / 18)
      const inner = RADIUS - 5
      const outer = RADIUS - 1
      return line(x + inner * cos, y + inner * sin, x + outer * cos, y + outer * sin, 'thin')
    }),
    centreLine(x - RADIUS - 8, y, x + RADIUS + 8, y),
    centreLine(x, y - RADIUS - 8, x, y + RADIUS + 8),
    text(x, y + 16, '1', { size: 46, anchor: 'middle', weight: 'semi', halo: true }),
  ]
}

/** A coin from the side with its reeded edge. */
const edge = (x: number, y: number) => [
  rect(x, y, 56, 16, 'bold', 'plate', 2),
  range(13).map((i) => line(x + 4 + i * 4, y + 4, x + 4 + i * 4, y + 12, 'thin')),
]
