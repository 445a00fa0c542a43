import { balloon, centreCross, centreLine, dimension, leader, pitchCircle } from '../../annotations.ts'
import { arc, type Point, polar } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { hole, lobed, thread } from '../../parts.ts'
import {
  circle,
  corners,
  disc,
  inlay,
  line,
  moved,
  path,
  rect,
  rings,
  section,
  solid,
  thin,
} from '../../pens.ts'

const CX = 98

export const ballJoint = defineDrawing({
  kind: 'ball-joint',
  title: (p) => `Ball joint, taper ${p.taper} mm`,
  params: { taper: number(18, 12, 26) },
  crop: [22, 16, 152, 184],
  draw: ({ taper, callout }) => [
    stud(taper),
    // mounting flange from the side
    rect(CX - 62, 150, 124, 9, 'bold', 'plate', 1.5),
    [-50, 50].map((u) => [
      centreLine(CX + u, 144, CX + u, 165),
      thin`M${CX + u - 5} 150V159M${CX + u + 5} 150V159`,
    ]),
    // housing
    solid`M${CX - 34} 128H${CX + 34}L${CX + 38} 136V180Q${CX + 38} 188 ${CX + 30} 188H${CX - 30}Q${CX - 38} 188 ${CX - 38} 180V136Z`,
    rect(CX - 62, 150, 26, 9, 'bold', 'plate', 1.5),
    rect(CX + 36, 150, 26, 9, 'bold', 'plate', 1.5),
    line(CX - 38, 164, CX, 164, 'thin'),
    inlay`M${CX - 26} 188v4H${CX + 26}v-4`,
    halfSection(taper),
    boot(taper),
    // plan
    path(lobed(246, 122, 44, 3, 13), 'bold', 'plate'),
    path(lobed(246, 122, 44, 3, 10.5), 'thin'),
    [0, 1, 2].map((i) => hole(...polar(246, 122, 44, -90 + i * 120), 5.5)),
    disc(246, 122, 31, 27),
    rings(246, 122, [taper * 0.75 + 3, taper * 0.6], []),
    circle(246, 122, taper * 0.44, 'mid', 'plate'),
    circle(246, 122, 1.6, 'thin'),
    pitchCircle(246, 122, 44),
    centreCross(246, 122, 40),
    leader(...polar(246, 122, 49, 31), 268, 190, '3×⌀10.5'),
    dimension(CX - 62, 152, CX + 62, 152, 62, 118),
    leader(CX + taper * 0.64, 84, CX + 50, 60, `⌀${taper} 1:10`),
    leader(CX + taper * 0.5, 38, CX + 34, 22, 'M12×1.5'),
    balloon(callout, 24, 66, CX - 34, 120),
  ],
})

function stud(taper: number) {
  const R = taper * 0.75
  return [
    solid`M${CX - R * 0.78} 60L${CX - R} 104H${CX + R}L${CX + R * 0.78} 60Z`,
    thin`M${CX - R * 0.5} 64L${CX - R * 0.66} 100`,
    moved(CX, 0, 90, thread(24, 60, 0, R * 0.68, 3.2)),
  ]
}

/** Ball and seat, right of the axis; the stud itself is never cut. */
function halfSection(taper: number) {
  const R = taper * 0.75
  const br = 25
  const wall = corners`${CX + 30},128 ${CX + 34},128 ${CX + 38},136 ${CX + 38},180 ${CX + 30},188 ${CX},188 ${CX},184 ${CX + 24},184 ${CX + 31},178 ${CX + 31},138`
  const seat: Point[] = [
    [CX + 31, 138],
    ...arc(CX, 158, br, -50, 78, 12),
    [CX + 2, 184],
    [CX + 24, 184],
    [CX + 31, 178],
  ]
  return [
    rect(CX, 129, 37, 56, 'none', 'plate'),
    section(seat, 2.4, 45),
    section(wall, 3.4),
    solid`M${CX} ${158 - br}A${br} ${br} 0 0 1 ${CX} ${158 + br}`,
    path(`M${CX} 118H${CX + R * 0.8}V136H${CX}Z`, 'none', 'plate'),
    line(CX + R * 0.8, 124, CX + R * 0.8, 135, 'bold'),
    line(CX, 128, CX, 188),
    centreLine(CX, 14, CX, 200),
    centreLine(CX - 8, 158, CX + 46, 158),
  ]
}

function boot(taper: number) {
  const R = taper * 0.75 + 3
  const side = (g: 1 | -1) =>
    `C${CX + g * (R + 16)} 106 ${CX + g * (R + 18)} 114 ${CX + g * 30} 116C${CX + g * 38} 120 ${CX + g * 36} 128 ${CX + g * 32} 132`
  return [
    solid`M${CX} 102H${CX + R}${side(1)}H${CX}Z`,
    solid`M${CX} 102H${CX - R}${side(-1)}H${CX}Z`,
    rect(CX - R - 1, 99, 2 * R + 2, 5, 'mid', 'plate', 2),
    rect(CX - 34, 129, 68, 5, 'mid', 'plate', 2),
    thin`M${CX - 24} 116Q${CX} 122 ${CX + 24} 116`,
    centreLine(CX, 98, CX, 136),
  ]
}
