import { balloon, centreLine, dimension, leader } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { circle, disc, edge, inlay, rect, solid, thin } from '../../pens.ts'

export const phoneClamp = defineDrawing({
  kind: 'phone-clamp',
  title: () => 'Phone holder with wireless charging',
  params: {},
  draw: ({ callout }) => [
    front(),
    side(),
    dimension(68, 148, 216, 148, 62, '58–92'),
    leader(128, 62, 78, 20, 'Qi 15 W', -1),
    balloon(callout, 34, 150, 74, 104),
  ],
})

function front() {
  const arm = (x: number, side: 1 | -1) => [
    solid`M${x} 66h${-12 * side}q${-8 * side} 0 ${-8 * side} 8v32q0 8 ${8 * side} 8h${12 * side}`,
    thin`M${x - 14 * side} 76V104M${x - 10 * side} 76V104`,
  ]
  return [
    solid`M120 196h44l8 -30h-60Z`,
    disc(142, 160, 15, 10),
    rect(88, 26, 108, 122, 'bold', 'plate', 10),
    rect(93, 31, 98, 112, 'thin', 'none', 7),
    range(4).map((i) => circle(142, 86, 14 + i * 8, i % 2 ? 'thin' : 'mid')),
    inlay`M148 66l-14 22h9l-5 18l15 -23h-9Z`,
    arm(88, 1),
    arm(196, -1),
    edge`M112 148v8q0 5 5 5h8M172 148v8q0 5 -5 5h-8`,
    circle(142, 132, 4),
    thin`M140 134l4 -4`,
    centreLine(142, 14, 142, 190),
    centreLine(60, 86, 224, 86),
  ]
}

const side = () => [
  rect(248, 26, 11, 122, 'bold', 'plate', 4),
  inlay`M259 74h14v26h-14Z`,
  solid`M273 78l18 40v46l-12 32h-30l8 -10h14l6 -24v-38Z`,
  centreLine(240, 86, 300, 86),
]
