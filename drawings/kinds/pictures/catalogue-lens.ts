import { balloon, centreLine, leader, pitchCircle, text } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { circle, line, moved, rect, rings, thin } from '../../pens.ts'

const LENS = { x: 200, y: 112, r: 58 }

/** A catalogue page under a magnifying glass. */
export const catalogueLens = defineDrawing({
  kind: 'catalogue-lens',
  title: () => 'A part found in the catalogue',
  params: {},
  draw: ({ callout }) => [
    // sheet
    rect(40, 22, 146, 196, 'bold', 'plate'),
    rect(46, 28, 134, 184, 'thin'),
    line(46, 52, 180, 52),
    text(54, 45, 'CATALOGUE', { size: 11, anchor: 'start', weight: 'semi' }),
    range(7).map((row) => {
      const y = 66 + row * 21
      return [rect(54, y, 16, 12, 'mid'), thin`M78 ${y + 3}H128M78 ${y + 9}H112M46 ${y + 17}H180`]
    }),
    lens(),
    leader(250, 84, 272, 50, '2:1'),
    balloon(callout, 18, 44, 42, 66),
  ],
})

function lens() {
  const { x, y, r } = LENS
  const handle = [
    rect(r - 1, -5, 12, 10, 'mid', 'plate'),
    rect(r + 10, -8, 62, 16, 'bold', 'plate', 7),
    line(r + 20, -3, r + 64, -3, 'thin'),
  ]
  const disc = [
    circle(x, y - 14, 27, 'bold', 'plate'),
    rings(x, y - 14, [13, 6], []),
    pitchCircle(x, y - 14, 20),
    centreLine(x - 34, y - 14, x + 34, y - 14),
    centreLine(x, y - 46, x, y + 17),
  ]
  return [
    moved(x, y, 45, handle),
    circle(x, y, r, 'bold', 'plate'),
    circle(x, y, r - 6),
    disc,
    text(x, y + 35, 'BR-2804-22', { size: 12.5, weight: 'bold' }),
  ]
}
