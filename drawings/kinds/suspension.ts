import { centreCross, dimension, leader, pitchCircle, viewName } from '../annotations.ts'
import { arc, type Point, polar, range } from '../geometry.ts'
import { defineDrawing, flag, int, number } from '../kind.ts'
import { group, moved, notInThumb } from '../marks.ts'
import { bush, cutBar, helix, hexagon, hole, lobed, thread } from '../parts.ts'
import { axis, edge, inlay, line, path, solid, thin, tinted } from '../paths.ts'
import { circle, corners, disc, rect, rings, rivet, section } from '../shapes.ts'

export const ballJoint = defineDrawing({
  kind: 'ball-joint',
  title: (p) => `Ball joint, taper ${p.taper} mm`,
  params: { taper: number(18, 12, 26) },
  crop: [22, 16, 152, 184],
  draw: ({ taper, say }) => {
    const R = taper * 0.75
    const collar = taper * 0.75 + 3
    const side = (g: 1 | -1) =>
      `C${98 + g * (collar + 16)} 106 ${98 + g * (collar + 18)} 114 ${98 + g * 30} 116C${98 + g * 38} 120 ${98 + g * 36} 128 ${98 + g * 32} 132`
    const wall = corners`128,128 132,128 136,136 136,180 128,188 98,188 98,184 122,184 129,178 129,138`
    const seat: Point[] = [[129, 138], ...arc(98, 158, 25, -50, 78, 12), [100, 184], [122, 184], [129, 178]]
    return [
      solid`M${98 - R * 0.78} 60L${98 - R} 104H${98 + R}L${98 + R * 0.78} 60Z`,
      thin`M${98 - R * 0.5} 64L${98 - R * 0.66} 100`,
      moved(98, 0, 90, thread(24, 60, 0, R * 0.68, 3.2)),
      rect(36, 150, 124, 9, 'bold', 'plate', 1.5),
      [-50, 50].map((u) => [axis`M${98 + u} 144V165`, thin`M${98 + u - 5} 150V159M${98 + u + 5} 150V159`]),
      solid`M64 128H132L136 136V180Q136 188 128 188H68Q60 188 60 180V136Z`,
      [36, 134].map((x) => rect(x, 150, 26, 9, 'bold', 'plate', 1.5)),
      line(60, 164, 98, 164, 'thin'),
      inlay`M72 188v4H124v-4`,
      // ball and seat, right of the axis; the stud itself is never cut
      rect(98, 129, 37, 56, 'none', 'plate'),
      section(seat, 2.4, 45),
      section(wall, 3.4),
      solid`M98 133A25 25 0 0 1 98 183`,
      path(`M98 118H${98 + R * 0.8}V136H98Z`, 'none', 'plate'),
      line(98 + R * 0.8, 124, 98 + R * 0.8, 135, 'bold'),
      line(98, 128, 98, 188),
      axis`M98 14V200M90 158H144`,
      solid`M98 102H${98 + collar}${side(1)}H98Z`,
      solid`M98 102H${98 - collar}${side(-1)}H98Z`,
      rect(98 - collar - 1, 99, 2 * collar + 2, 5, 'mid', 'plate', 2),
      rect(64, 129, 68, 5, 'mid', 'plate', 2),
      thin`M74 116Q98 122 122 116`,
      axis`M98 98V136`,
      path(lobed(246, 122, 44, 3, 13), 'bold', 'plate'),
      path(lobed(246, 122, 44, 3, 10.5), 'thin'),
      [0, 1, 2].map((i) => hole(...polar(246, 122, 44, -90 + i * 120), 5.5)),
      disc(246, 122, 31, 27),
      rings(246, 122, [taper * 0.75 + 3, taper * 0.6], []),
      rivet(246, 122, taper * 0.44, 1.6),
      pitchCircle(246, 122, 44),
      centreCross(246, 122, 40),
      leader(...polar(246, 122, 49, 31), 268, 190, '3×⌀10.5'),
      dimension(36, 152, 160, 152, 62, 118),
      leader(
        98 + taper * 0.64,
        84,
        148,
        60,
        say(['taper'], (v) => `⌀${v.taper}`, `⌀${taper} 1:10`),
      ),
      leader(98 + taper * 0.5, 38, 132, 22, 'M12×1.5'),
    ]
  },
})

const BALL: Point = [52, 148]

export const controlArm = defineDrawing({
  kind: 'control-arm',
  title: (p) => `Control arm, ${p.length} mm`,
  params: { length: number(362, 250, 500) },
  crop: [20, 20, 270, 186],
  draw: ({ length, say }) => {
    // the drawn length from the ball joint to the axis of the bush
    const reach = 178 + (length - 362) * 0.22
    const right = BALL[0] + reach
    const rear: Point = [right - 22, 54]
    return [
      arm(right, rear),
      // the front bush lies across: a sleeve with rubber at both ends
      rect(right - 24, 166, 48, 16, 'mid', 'plate', 3),
      rect(right - 16, 158, 32, 32, 'bold', 'plate', 3),
      thin`M${right - 10} 158V190M${right + 10} 158V190`,
      [right - 30, right + 24].map((x) => rect(x, 169, 6, 10, 'mid', 'plate', 1)),
      axis`M${right - 38} 174H${right + 38}`,
      bush(...rear, 27),
      controlArmBallJoint(),
      dimension(
        ...BALL,
        right,
        BALL[1],
        66,
        say(['length'], (v) => v.length),
      ),
      dimension(right + 28, rear[1], right + 28, 174, -16, 218),
      leader(rear[0] - 18, rear[1] - 18, rear[0] - 44, 22, '⌀60', -1),
    ]
  },
})

const arm = (right: number, [rx, ry]: Point) => [
  solid`M42 130C70 112 ${rx - 76} 92 ${rx - 22} ${ry - 14}L${rx + 24} ${ry + 12}C${rx + 22} 92 ${right - 14} 120 ${right - 6} 158L${right - 6} 190C150 192 110 176 58 170Z`,
  thin`M62 136C88 122 ${rx - 70} 104 ${rx - 14} ${ry + 26}L${rx + 12} ${ry + 26}C${rx + 10} 104 ${right - 22} 130 ${right - 16} 158L${right - 18} 180C150 182 112 168 66 160`,
  tinted`M${rx - 62} 122Q${rx - 30} 104 ${rx - 14} 106Q${rx - 6} 108 ${rx - 4} 118L${rx + 2} 150Q${rx + 2} 160 ${rx - 10} 160L${rx - 62} 152Q${rx - 76} 148 ${rx - 76} 138Q${rx - 76} 130 ${rx - 62} 122Z`,
  thin`M96 146L${rx - 92} 142M96 150L${rx - 92} 148M80 128l3 36M84 126l3 38`,
]

function controlArmBallJoint() {
  const [x, y] = BALL
  return [
    path(lobed(x, y, 21, 3, 8, 0), 'bold', 'plate'),
    [0, 120, 240].map((a) => rivet(...polar(x, y, 21, a), 4.2, 1.8)),
    disc(x, y, 16, 13),
    circle(x, y, 7),
    hexagon(x, y, 5, 15),
    centreCross(x, y, 34),
  ]
}

export const stabiliserLink = defineDrawing({
  kind: 'stabiliser-link',
  title: (p) => `Stabiliser link, ${p.length} mm`,
  params: { length: number(285, 100, 420) },
  crop: [10, 44, 300, 120],
  draw: ({ length, say }) => {
    const half = 66 + length * 0.15
    const left = 160 - half
    const right = 160 + half
    return [
      rect(left + 14, 73, right - left - 28, 10, 'bold', 'plate'),
      thin`M${left + 30} 76.5H${right - 40}`,
      [left + 17, right - 25].map((x) => rect(x, 71.5, 8, 13, 'mid', 'plate', 2)),
      axis`M${left - 26} 78H${right + 26}`,
      joint(left),
      joint(right),
      dimension(
        left,
        60,
        right,
        60,
        -18,
        say(['length'], (v) => v.length),
      ),
      cutJoint(),
      leader(left + 5, 140, left + 18, 184, 'M10×1.5'),
    ]
  },
})

const joint = (x: number) =>
  moved(x, 78, 0, [
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
    axis`M0 -24V82`,
  ])

const BALL_CENTRE = [186, 168] as const

/** One joint cut, enlarged: the ball in its plastic seat. */
function cutJoint() {
  const shell: Point[] = [
    ...arc(...BALL_CENTRE, 34, 150, 390, 24),
    [208, 185],
    ...arc(...BALL_CENTRE, 27, 390, 150, 24),
    [157, 185],
  ]
  const seat = [...arc(...BALL_CENTRE, 27, 152, 388, 24), ...arc(...BALL_CENTRE, 20, 390, 150, 24)]
  return notInThumb([
    section(shell, 3.4),
    section(seat, 2.4, 45),
    solid`M178 183L177 212H195L194 183`,
    circle(...BALL_CENTRE, 19.5, 'bold', 'plate'),
    path(`M178.8 185.6L178 194H194L193.2 185.6Z`, 'none', 'plate'),
    edge`M153 184C152 194 170 198 176 204M219 184C220 194 202 198 196 204`,
    centreCross(...BALL_CENTRE, 42),
    leader(199.8, 154.2, 230, 138, '⌀16'),
    viewName(134, 146, 'A–A'),
  ])
}

export const shock = defineDrawing({
  kind: 'shock',
  title: (p) => `${p.coil ? 'Coilover' : 'Shock absorber'}, ${p.length} mm`,
  params: { length: number(520, 200, 800), coil: flag(true), coils: int(6, 4, 9) },
  draw: ({ length, coil, coils, say }) => {
    const wire = Math.min(10.5, 70 / coils)
    const { back, front } = helix({ x1: 100, x2: 262, y: 120, radius: 38, coils, wire })
    // a longer strut has a longer body, and so a shorter visible rod
    const end = 148 + Math.min(22, Math.max(-26, (length - 460) * 0.09))
    return group('rotate(-24 160 120) translate(6 -2)', [
      rect(214, 116, 62, 8, 'mid', 'plate'),
      coil && back,
      solid`M30 110L44 103H${end}V137H44L30 130Z`,
      thin`M52 103V137M56 108H${end - 4}M56 110.5H${end - 28}`,
      rect(end, 105, 8, 30, 'mid', 'plate', 1),
      rect(end + 8, 116, 268 - end, 8, 'mid', 'plate'),
      // bellows and eye
      inlay`M226 109${'q3 -5 6 0'.repeat(5)}V131${'q-3 5 -6 0'.repeat(5)}Z`,
      range(4).map((i) => line(232 + i * 6, 109, 232 + i * 6, 131, 'thin')),
      disc(22, 120, 15, 11),
      circle(22, 120, 6),
      axis`M22 100V140`,
      axis`M0 120H320`,
      coil && [front, springSeats()],
      solid`M272 96h6q8 0 8 8v32q0 8 -8 8h-6Z`,
      rect(286, 115, 4, 10, 'mid', 'plate'),
      thread(290, 308, 120, 4.5, 3),
      rect(292, 112, 6, 16, 'mid', 'plate', 1),
      dimension(
        22,
        136,
        286,
        136,
        46,
        say(['length'], (v) => v.length),
      ),
    ])
  },
})

const springSeats = () => [
  solid`M95 74h-5V166h5Z`,
  solid`M267 74h5V166h-5Z`,
  rect(82, 100, 8, 40, 'mid', 'plate', 1.5),
  range(5).map((i) => line(82, 106 + i * 7, 90, 106 + i * 7, 'thin')),
]

export const spring = defineDrawing({
  kind: 'spring',
  title: (p) => `Coil spring, ⌀${p.d} mm, free length ${p.free} mm, wire ${p.wire} mm`,
  params: {
    coils: int(7, 3, 14),
    wire: number(12, 5, 22),
    d: number(120, 60, 180),
    free: number(330, 120, 500),
  },
  crop: [36, 44, 250, 150],
  draw: ({ coils, wire, d, free, say }) => {
    const length = Math.min(free * 0.62, 226)
    const x1 = 160 - length / 2
    const x2 = 160 + length / 2
    const pitch = length / coils
    const thick = Math.min(wire * 1.02, pitch * 0.62)
    const radius = Math.min(d * 0.46, 69) + Math.max(0, d - 150) * 0.1
    const { back, front } = helix({ x1, x2, y: 116, radius, coils, wire: thick })
    const top = 116 - radius
    const third = x1 + pitch * 2
    return [
      back,
      axis`M${x1 - 18} 116H${x2 + 18}`,
      front,
      cutBar(x1, top, thick / 2 - 0.8),
      cutBar(x2, top, thick / 2 - 0.8),
      dimension(
        x1,
        116 + radius + 4,
        x2,
        116 + radius + 4,
        26,
        say(['free'], (v) => v.free),
      ),
      dimension(
        x2 + 4,
        top,
        x2 + 4,
        116 + radius,
        -24,
        say(['d'], (v) => `⌀${v.d}`),
      ),
      leader(
        third,
        top - thick / 2,
        third + 14,
        Math.max(12, top - 28),
        say(['wire'], (v) => `WIRE ${v.wire.toFixed(1)}`),
      ),
    ]
  },
})
