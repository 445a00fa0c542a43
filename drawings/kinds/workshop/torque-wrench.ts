import { balloon, dimension, leader } from '../../dimensions.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { text } from '../../lettering.ts'
import type { Mark } from '../../marks.ts'
import { int } from '../../params.ts'
import { centreLine, circle, dashed, fine, line, path, rect } from '../../pens.ts'

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
      shaft(right),
      head(),
      grip(right, nm),
      headSide(nm),
      scale(nm, right),
      dimension(34, Y, right, Y, -40, Math.round(240 + nm * 1.4)),
      balloon(callout, 26, 122, 44, Y + 14),
    ]
  },
})

function shaft(right: number): Mark {
  return [
    path(`M56 ${Y - 7}L76 ${Y - 9}H${right - 74}V${Y + 9}H76L56 ${Y + 7}Z`, 'bold', 'plate'),
    path(`M84 ${Y - 5}H${right - 100}M84 ${Y + 5}H${right - 130}`, 'thin'),
    rect(88, Y - 9, 5, 18, 'mid', 'plate'),
    circle(103, Y, 3.4, 'mid', 'plate'),
    line(100.6, Y, 105.4, Y, 'thin'),
  ]
}

function head(): Mark {
  const teeth = range(30).map((i) =>
    line(...polar(34, Y, 11.4, i * 12), ...polar(34, Y, 9.6, i * 12 + 5), 'thin'),
  )
  return [
    path(
      `M34 ${Y - 19}C48 ${Y - 19} 54 ${Y - 12} 60 ${Y - 9}V${Y + 9}C54 ${Y + 12} 48 ${Y + 19} 34 ${Y + 19}A19 19 0 0 1 34 ${Y - 19}Z`,
      'bold',
      'plate',
    ),
    circle(34, Y, 13.5),
    circle(34, Y, 11.4, 'thin'),
    teeth,
    rect(28.5, Y - 5.5, 11, 11, 'bold', 'plate', 1),
    circle(34, Y, 1.9),
    path(`M48 ${Y - 6}q8 -5 12 0t-2 7`, 'mid', 'plate'),
    centreLine(34, Y - 26, 34, Y + 26),
  ]
}

function grip(right: number, nm: number): Mark {
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
    path(`M${from - 8} ${Y - 9}L${from - 2} ${Y - 11}V${Y + 11}L${from - 8} ${Y + 9}Z`, 'mid', 'plate'),
    rect(from - 2, Y - 11, 60, 22, 'bold', 'plate', 1.5),
    path(knurls.join(''), 'thin'),
    path(`M${right - 8} ${Y - 9}q8 0 8 6v6q0 6 -8 6Z`, 'bold', 'plate'),
    centreLine(8, Y, right + 14, Y),
  ]
}

/** Square drive from the side. */
function headSide(nm: number): Mark {
  const x = 66
  const y = 168
  const square = nm > 350 ? '3/4″' : nm > 60 ? '1/2″' : nm > 25 ? '3/8″' : '1/4″'
  const half = nm > 350 ? 10 : nm > 60 ? 8 : 6
  return [
    path(
      `M${x - 22} ${y - 10}H${x + 26}L${x + 54} ${y - 7}q4 7 0 14L${x + 26} ${y + 10}H${x - 22}Z`,
      'bold',
      'plate',
    ),
    path(`M${x - 16} ${y - 16}H${x + 16}V${y - 10}H${x - 16}Z`, 'mid', 'plate'),
    rect(x - half, y + 10, 2 * half, 20, 'bold', 'plate', 1),
    path(`M${x - half} ${y + 10}L${x + half} ${y + 30}M${x + half} ${y + 10}L${x - half} ${y + 30}`, 'thin'),
    circle(x, y + 20, 3, 'mid', 'plate'),
    line(x - 22, y - 4, x + 40, y - 4, 'thin'),
    centreLine(x, y - 24, x, y + 38),
    leader(x + half, y + 25, x + half + 24, y + 44, `SQ ${square}`),
  ]
}

/** The window of the scale, enlarged. */
function scale(nm: number, right: number): Mark {
  const x = 232
  const y = 172
  const r = 46
  const step = nm >= 100 ? 10 : nm >= 50 ? 5 : 1
  const rows = range(5).map((i) => {
    const level = y - 27 + i * 13
    return [
      line(x - 24, level, x - 10, level),
      text(x + 4, level + 3.2, Math.max(0, nm - i * step), { size: 9, anchor: 'start' }),
    ]
  })
  const fineTicks = range(21).map((i) =>
    line(x - 24, y - 27 + i * 2.6, x - (i % 5 ? 18 : 10), y - 27 + i * 2.6, 'thin'),
  )
  const marks = [
    dashed(circle(right - 92, Y, 17, 'thin'), '4 2.5'),
    fine(`M${right - 94} ${Y + 17}L${x} ${y - r}`),
    circle(x, y, r, 'thin', 'plate'),
    rect(x - 26, y - 34, 62, 68, 'mid', 'plate', 1),
    line(x - 4, y - 34, x - 4, y + 34, 'thin'),
    rows,
    fineTicks,
    text(x + 12, y + 42.5, 'Nm', { size: 7 }),
  ]
  return { marks, layer: 'dimension' }
}
