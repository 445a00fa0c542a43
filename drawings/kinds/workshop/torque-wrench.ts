import { balloon, cardOnly, centreLine, dimension, leader, text } from '../../annotations.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing, int } from '../../kind.ts'
import { circle, dashed, fine, inlay, line, path, rect, rings, solid, thin } from '../../pens.ts'

const Y = 76

export const torqueWrench = defineDrawing({
  kind: 'torque-wrench',
  title: (p) => `Torque wrench, up to ${p.nm} Nm`,
  params: { nm: int(200, 5, 800) },
  crop: [14, 36, 294, 84],
  draw: ({ nm, callout }) => {
    const length = 208 + Math.min(66, nm * 0.2)
    const right = 30 + length
    return [
      // shaft
      solid`M56 ${Y - 7}L76 ${Y - 9}H${right - 74}V${Y + 9}H76L56 ${Y + 7}Z`,
      thin`M84 ${Y - 5}H${right - 100}M84 ${Y + 5}H${right - 130}`,
      rect(88, Y - 9, 5, 18, 'mid', 'plate'),
      circle(103, Y, 3.4, 'mid', 'plate'),
      line(100.6, Y, 105.4, Y, 'thin'),
      // head
      solid`M34 ${Y - 19}C48 ${Y - 19} 54 ${Y - 12} 60 ${Y - 9}V${Y + 9}C54 ${Y + 12} 48 ${Y + 19} 34 ${Y + 19}A19 19 0 0 1 34 ${Y - 19}Z`,
      rings(34, Y, [13.5], [11.4]),
      // teeth
      range(30).map((i) => line(...polar(34, Y, 11.4, i * 12), ...polar(34, Y, 9.6, i * 12 + 5), 'thin')),
      rect(28.5, Y - 5.5, 11, 11, 'bold', 'plate', 1),
      circle(34, Y, 1.9),
      inlay`M48 ${Y - 6}q8 -5 12 0t-2 7`,
      centreLine(34, Y - 26, 34, Y + 26),
      grip(right, nm),
      headSide(nm),
      scale(nm, right),
      dimension(34, Y, right, Y, -40, Math.round(240 + nm * 1.4)),
      balloon(callout, 26, 122, 44, Y + 14),
    ]
  },
})

function grip(right: number, nm: number) {
  const from = right - 66
  const knurls = range(9).map(
    (i) =>
      `M${from + i * 6} ${Y - 11}L${from + 10 + i * 6} ${Y + 11}M${from + 10 + i * 6} ${Y - 11}L${from + i * 6} ${Y + 11}`,
  )
  const ticks = range(9).map((i) =>
    line(from - 40 + i * 4, Y + 2, from - 40 + i * 4, Y + (i % 4 ? 5 : 8), 'thin'),
  )
  return [
    rect(from - 46, Y - 9, 40, 18, 'mid', 'plate'),
    ticks,
    text(from - 26, Y - 1, nm, { size: 7 }),
    inlay`M${from - 8} ${Y - 9}L${from - 2} ${Y - 11}V${Y + 11}L${from - 8} ${Y + 9}Z`,
    rect(from - 2, Y - 11, 60, 22, 'bold', 'plate', 1.5),
    path(knurls.join(''), 'thin'),
    solid`M${right - 8} ${Y - 9}q8 0 8 6v6q0 6 -8 6Z`,
    centreLine(8, Y, right + 14, Y),
  ]
}

/** Square drive from the side. */
function headSide(nm: number) {
  const square = nm > 350 ? '3/4″' : nm > 60 ? '1/2″' : nm > 25 ? '3/8″' : '1/4″'
  const half = nm > 350 ? 10 : nm > 60 ? 8 : 6
  return [
    solid`M44 158H92L120 161q4 7 0 14L92 178H44Z`,
    inlay`M50 152H82V158H50Z`,
    rect(66 - half, 178, 2 * half, 20, 'bold', 'plate', 1),
    thin`M${66 - half} 178L${66 + half} 198M${66 + half} 178L${66 - half} 198`,
    circle(66, 188, 3, 'mid', 'plate'),
    line(44, 164, 106, 164, 'thin'),
    centreLine(66, 144, 66, 206),
    leader(66 + half, 193, 66 + half + 24, 212, `SQ ${square}`),
  ]
}

/** The window of the scale, enlarged. */
function scale(nm: number, right: number) {
  const r = 46
  const step = nm >= 100 ? 10 : nm >= 50 ? 5 : 1
  const rows = range(5).map((i) => {
    const level = 145 + i * 13
    return [
      line(208, level, 222, level),
      text(236, level + 3.2, Math.max(0, nm - i * step), { size: 9, anchor: 'start' }),
    ]
  })
  const fineTicks = range(21).map((i) =>
    line(208, 145 + i * 2.6, 232 - (i % 5 ? 18 : 10), 145 + i * 2.6, 'thin'),
  )
  return cardOnly([
    dashed(circle(right - 92, Y, 17, 'thin'), '4 2.5'),
    fine(`M${right - 94} ${Y + 17}L232 ${172 - r}`),
    circle(232, 172, r, 'thin', 'plate'),
    rect(206, 138, 62, 68, 'mid', 'plate', 1),
    line(228, 138, 228, 206, 'thin'),
    rows,
    fineTicks,
    text(244, 214.5, 'Nm', { size: 7 }),
  ])
}
