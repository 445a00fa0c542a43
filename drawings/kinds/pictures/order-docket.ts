import { balloon, dimension, text } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { line, moved, path, polygon, polyline, rect, solid, thin } from '../../pens.ts'

/** An order form being filled in. */
export const orderDocket = defineDrawing({
  kind: 'order-docket',
  title: () => 'An order docket, 105 by 148',
  params: {},
  crop: [70, 12, 200, 200],
  draw: ({ callout }) => [
    docket(),
    pencil(),
    dimension(84, 206, 204, 206, 20, '105'),
    dimension(84, 20, 84, 201, 22, '148'),
    balloon(callout, 34, 30, 86, 26),
  ],
})

function docket() {
  const teeth = range(13).map((i): [number, number] => [204 - i * 10, i % 2 ? 206 : 201])
  const rows = range(4).map((row) => {
    const y = 58 + row * 22
    return [
      rect(94, y, 12, 12, 'mid'),
      row < 2 && path(`M96 ${y + 6}l3.5 4l7 -9`, 'bold'),
      thin`M114 ${y + 8}H${row % 2 ? 150 : 162}M94 ${y + 17}H194`,
    ]
  })
  return [
    polygon([[84, 20], [204, 20], ...teeth], 'bold', 'plate'),
    text(94, 38, 'ORDER', { size: 13, anchor: 'start', weight: 'bold' }),
    polyline([
      [84, 48],
      [204, 48],
    ]),
    rows,
    text(190, 68, '2', { size: 10, anchor: 'end' }),
    text(190, 90, '4', { size: 10, anchor: 'end' }),
    line(94, 160, 194, 160, 'bold'),
    text(94, 180, 'TOTAL', { size: 10, anchor: 'start' }),
    text(194, 181, '129.80', { size: 12.5, anchor: 'end', weight: 'bold' }),
  ]
}

/** A pencil at the third line. */
const pencil = () =>
  moved(164, 110, -38, [
    solid`M0 0L20 -8L20 8Z`,
    path('M0 0l7 -2.8v5.6Z', 'none', 'ink'),
    rect(20, -8, 84, 16, 'bold', 'plate'),
    thin`M20 -3H104M20 3H104`,
    rect(104, -8, 8, 16, 'mid', 'plate'),
    rect(112, -7, 12, 14, 'bold', 'plate', 4),
  ])
