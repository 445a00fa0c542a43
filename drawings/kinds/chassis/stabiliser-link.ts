import { balloon, cardOnly, centreCross, centreLine, dimension, leader, viewName } from '../../annotations.ts'
import { arc, type Point } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { thread } from '../../parts.ts'
import { circle, edge, moved, path, rect, section, solid, thin } from '../../pens.ts'

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
      // rod
      rect(left + 14, Y - 5, right - left - 28, 10, 'bold', 'plate'),
      thin`M${left + 30} ${Y - 1.5}H${right - 40}`,
      [left + 17, right - 25].map((x) => rect(x, Y - 6.5, 8, 13, 'mid', 'plate', 2)),
      centreLine(left - 26, Y, right + 26, Y),
      joint(left),
      joint(right),
      dimension(left, Y - 18, right, Y - 18, -18, length),
      cutJoint(),
      leader(left + 5, Y + 62, left + 18, 184, 'M10×1.5'),
      balloon(callout, 24, 206, left - 8, Y + 14),
    ]
  },
})

/** Ball housing with boot, hexagon and stud, seen across its axis. */
const joint = (x: number) =>
  moved(x, Y, 0, [
    rect(-6, 34, 12, 6, 'mid', 'plate', 1),
    rect(-9, 40, 18, 6, 'mid', 'plate', 1),
    thin`M-4 40V46M4 40V46`,
    moved(0, 0, 90, thread(46, 72, 0, 5, 3)),
    solid`M-7 34C-9 30 -18 28 -18 22C-20 18 -15 16 -15 13H15C15 16 20 18 18 22C18 28 9 30 7 34Z`,
    thin`M-17 22H17`,
    circle(0, 0, 17, 'bold', 'plate'),
    rect(-16, 11, 32, 5, 'mid', 'plate', 1),
    circle(0, 0, 12.5, 'thin'),
    edge`M-9 -9A12.5 12.5 0 0 1 9 -9`,
    centreLine(0, -24, 0, 82),
  ])

/** One joint cut, enlarged: the ball in its plastic seat. */
function cutJoint() {
  const shell: Point[] = [
    ...arc(186, 168, 34, 150, 390, 24),
    [208, 185],
    ...arc(186, 168, 27, 390, 150, 24),
    [157, 185],
  ]
  const seat = [...arc(186, 168, 27, 152, 388, 24), ...arc(186, 168, 20, 390, 150, 24)]
  return cardOnly([
    section(shell, 3.4),
    section(seat, 2.4, 45),
    solid`M178 183L177 212H195L194 183`,
    circle(186, 168, 19.5, 'bold', 'plate'),
    path(`M178.8 185.6L178 194H194L193.2 185.6Z`, 'none', 'plate'),
    edge`M153 184C152 194 170 198 176 204M219 184C220 194 202 198 196 204`,
    centreCross(186, 168, 42),
    leader(199.8, 154.2, 230, 138, '⌀16'),
    viewName(134, 146, 'A–A'),
  ])
}
