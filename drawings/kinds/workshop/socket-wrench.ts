import { balloon, cardOnly, centreLine, dimension, leader, text } from '../../annotations.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing, intList, label } from '../../kind.ts'
import { circle, edge, inlay, line, moved, path, rect, rings, solid, thin } from '../../pens.ts'

const DRIVE = /^[0-9/ .]{1,5}["″]?$/

export const socketWrench = defineDrawing({
  kind: 'socket-wrench',
  title: (p) => `Ratchet ${p.drive} with sockets ${p.sockets.join(', ')} mm`,
  params: { drive: label('1/2″', 6, DRIVE), sockets: intList([24, 19, 17, 13, 10], 4, 36, 8) },
  draw: ({ drive, sockets, callout }) => [
    moved(48, 92, -9, [
      handle(),
      // head
      solid`M-26 0A26 26 0 0 1 14 -22L30 -10V10L14 22A26 26 0 0 1 -26 0Z`,
      rings(0, 0, [19], [16.5]),
      // teeth
      range(36).map((i) => line(...polar(0, 0, 16.5, i * 10), ...polar(0, 0, 14.6, i * 10 + 4), 'thin')),
      circle(0, 0, 13, 'mid', 'plate'),
      rect(-7.5, -7.5, 15, 15, 'bold', 'plate', 1.5),
      circle(0, 0, 2.6),
      inlay`M14 -14q12 -8 20 -2q2 6 -4 8q-8 2 -12 6`,
      centreLine(-36, 0, 236, 0),
      centreLine(0, -34, 0, 34),
      dimension(0, -26, 226, -26, -12, 255),
    ]),
    row(sockets),
    leader(54, 98, 84, 136, `SQ ${drive.replace('"', '″')}`),
    balloon(callout, 26, 34, 38, 74),
  ],
})

function handle() {
  const knurls = range(15).map(
    (i) => `M${116 + i * 6} -12L${128 + i * 6} 12M${128 + i * 6} -12L${116 + i * 6} 12`,
  )
  return [
    solid`M22 -9L96 -7V7L22 9Z`,
    thin`M40 -3.5L96 -2.8M40 3.5L96 2.8`,
    solid`M96 -9h8l4 -3H214q12 0 12 12t-12 12H108l-4 -3h-8Z`,
    path(knurls.join(''), 'thin'),
    edge`M112 -12V12M218 -10.5V10.5`,
    line(104, -9, 104, 9, 'thin'),
  ]
}

const BASE = 206
const LEFT = 36
const RIGHT = 292

/** Sockets on a line, spread over the width of the sheet. */
function row(sizes: readonly number[]) {
  const widths = sizes.map((size) => 15 + size * 0.78)
  const total = widths.reduce((sum, w) => sum + w, 0)
  const scale = Math.min(1, (RIGHT - LEFT - 8 * sizes.length) / total)
  const gap = Math.min(17, (RIGHT - LEFT - total * scale) / sizes.length)
  const placed = sizes.map((size, i) => {
    const before = widths.slice(0, i).reduce((sum, w) => sum + w * scale + gap, 0)
    return socket(size, LEFT + 4 + before, (widths[i] ?? 0) * scale)
  })
  return [placed, line(28, BASE, RIGHT, BASE, 'thin')]
}

function socket(size: number, x: number, w: number) {
  const h = 36
  const neck = BASE - h * 0.42
  return [
    rect(x, BASE - h, w, h * 0.58, 'bold', 'plate', 1.5),
    rect(x + 2, neck, w - 4, h * 0.42, 'bold', 'plate', 1.5),
    thin`M${x + w * 0.28} ${BASE - h + 1}V${neck}M${x + w * 0.72} ${BASE - h + 1}V${neck}`,
    thin`M${x + 2} ${BASE - h * 0.2}H${x + w - 2}M${x + 2} ${BASE - h * 0.26}H${x + w - 2}`,
    cardOnly(text(x + w / 2, BASE - h - 8, size, { size: 8.5 })),
    centreLine(x + w / 2, BASE - h - 4, x + w / 2, BASE + 5),
  ]
}
