import { balloon, dimension, leader, viewName } from '../../dimensions.ts'
import { arc, type Point } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import type { Mark } from '../../marks.ts'
import { number } from '../../params.ts'
import { thread } from '../../parts.ts'
import { centreCross, centreLine, circle, line, moved, path, rect, section } from '../../pens.ts'

const Y = 78

export const stabiliserLink = defineDrawing({
  kind: 'stabiliser-link',
  title: (p) => `Stabiliser link, ${p.length} mm`,
  params: { length: number(285, 100, 420) },
  crop: [10, 44, 300, 120],
  draw: ({ length, callout }) => {
    const half = 66 + length * 0.15
    const left = 160 - half
    const right = 160 + half
    return [
      rod(left, right),
      joint(left),
      joint(right),
      dimension(left, Y - 18, right, Y - 18, -18, length),
      cutJoint(),
      leader(left + 5, Y + 62, left + 18, 184, 'M10×1.5'),
      balloon(callout, 24, 206, left - 8, Y + 14),
    ]
  },
})

function rod(left: number, right: number): Mark {
  return [
    rect(left + 14, Y - 5, right - left - 28, 10, 'bold', 'plate'),
    path(`M${left + 30} ${Y - 1.5}H${right - 40}`, 'thin'),
    [left + 17, right - 25].map((x) => rect(x, Y - 6.5, 8, 13, 'mid', 'plate', 2)),
    centreLine(left - 26, Y, right + 26, Y),
  ]
}

/** Ball housing with boot, hexagon and stud, seen across its axis. */
function joint(x: number): Mark {
  const marks = [
    rect(-6, 34, 12, 6, 'mid', 'plate', 1),
    rect(-9, 40, 18, 6, 'mid', 'plate', 1),
    line(-4, 40, -4, 46, 'thin'),
    line(4, 40, 4, 46, 'thin'),
    moved(thread(46, 72, 0, 5, 3), 0, 0, 90),
    path(
      'M-7 34C-9 30 -18 28 -18 22C-20 18 -15 16 -15 13H15C15 16 20 18 18 22C18 28 9 30 7 34Z',
      'bold',
      'plate',
    ),
    path('M-17 22H17', 'thin'),
    circle(0, 0, 17, 'bold', 'plate'),
    rect(-16, 11, 32, 5, 'mid', 'plate', 1),
    circle(0, 0, 12.5, 'thin'),
    path('M-9 -9A12.500 12.500 0 0 1 9 -9', 'mid'),
    centreLine(0, -24, 0, 82),
  ]
  return moved(marks, x, Y)
}

/** One joint cut, enlarged: the ball in its plastic seat. */
function cutJoint(): Mark {
  const x = 186
  const y = 168
  const shell: Point[] = [
    ...arc(x, y, 34, 150, 390, 24),
    [x + 22, y + 17],
    ...arc(x, y, 27, 390, 150, 24),
    [x - 29, y + 17],
  ]
  const seat = [...arc(x, y, 27, 152, 388, 24), ...arc(x, y, 20, 390, 150, 24)]
  const marks = [
    section(shell, 3.4),
    section(seat, 2.4, 45),
    path(`M${x - 8} ${y + 15}L${x - 9} ${y + 44}H${x + 9}L${x + 8} ${y + 15}`, 'bold', 'plate'),
    circle(x, y, 19.5, 'bold', 'plate'),
    path(`M${x - 7.2} ${y + 17.6}L${x - 8} ${y + 26}H${x + 8}L${x + 7.2} ${y + 17.6}Z`, 'none', 'plate'),
    path(
      `M${x - 33} ${y + 16}C${x - 34} ${y + 26} ${x - 16} ${y + 30} ${x - 10} ${y + 36}M${x + 33} ${y + 16}C${x + 34} ${y + 26} ${x + 16} ${y + 30} ${x + 10} ${y + 36}`,
      'mid',
    ),
    centreCross(x, y, 42),
    leader(x + 13.8, y - 13.8, x + 44, y - 30, '⌀16'),
    viewName(x - 52, y - 22, 'A–A'),
  ]
  return { marks, layer: 'dimension' }
}
