import { centreCross, dimension, leader } from '../annotations.ts'
import { type Point, polar, range } from '../geometry.ts'
import { defineDrawing, int, number } from '../kind.ts'
import { moved } from '../marks.ts'
import { gear, thread } from '../parts.ts'
import { axis, edge, inlay, line, path, solid, thin } from '../paths.ts'
import { circle, corners, disc, ellipse, polygon, rect, rings, section } from '../shapes.ts'

export const clutch = defineDrawing({
  kind: 'clutch',
  title: (p) => `Clutch disc, ⌀${p.d} mm`,
  params: { d: number(228, 160, 280), splines: int(21, 10, 32) },
  crop: [16, 30, 176, 176],
  draw: ({ d, splines }) => {
    const R = 44 + d * 0.16
    const half = (g: number) => {
      const y = (v: number) => 118 + g * v
      const lining = (from: number): Point[] =>
        corners`${from},${y(R * 0.66)} ${from},${y(R)} ${from + 4},${y(R)} ${from + 4},${y(R * 0.66)}`
      const boss = corners`236,${y(R * 0.16)} 236,${y(R * 0.26)} 249,${y(R * 0.26)} 249,${y(R * 0.52)} 255,${y(R * 0.52)} 255,${y(R * 0.26)} 270,${y(R * 0.26)} 270,${y(R * 0.16)}`
      return [
        section(lining(247), 3),
        section(lining(253), 3),
        line(252, y(R), 252, y(R * 0.5), 'mid'),
        [245, 256].map((x) => rect(x, Math.min(y(R * 0.3), y(R * 0.58)), 3, R * 0.28, 'mid', 'plate')),
        ellipse(252, y(R * 0.4), 9, R * 0.09, 'bold', 'plate'),
        ellipse(252, y(R * 0.4), 5, R * 0.05, 'thin'),
        section(boss, 3, 45),
      ]
    }
    return [
      facing(R),
      hub(R, splines),
      centreCross(104, 118, R + 9),
      // half section: facings, cushion, hub
      rect(236, 118 - R * 0.16, 34, R * 0.32, 'mid', 'plate'),
      range(5).map((i) => line(236, 118 - R * 0.1 + i * R * 0.05, 270, 118 - R * 0.1 + i * R * 0.05, 'thin')),
      [-1, 1].map(half),
      axis`M226 118H280`,
      dimension(256, 118 - R, 256, 118 + R, -34, `⌀${d}`),
      leader(...polar(104, 118, R * 0.17, 60), 140, 118 + R + 14, `Z ${splines}`),
    ]
  },
})

function facing(R: number) {
  const grooves = range(24).map((i) => {
    const a = i * 15
    const ends = [
      polar(104, 118, R - 1, a),
      polar(104, 118, R * 0.66, a + 9),
      polar(104, 118, R * 0.66, a + 11.5),
      polar(104, 118, R - 1, a + 2.5),
    ]
    return polygon(ends, 'thin', 'tint')
  })
  const rivets = range(24).map((i) => [
    circle(...polar(104, 118, R * 0.91, i * 15 + 9), 1.9, 'mid', 'plate'),
    circle(...polar(104, 118, R * 0.73, i * 15 + 16), 1.9, 'mid', 'plate'),
  ])
  return [disc(104, 118, R, R - 2), grooves, rivets, disc(104, 118, R * 0.64, R * 0.61)]
}

function hub(R: number, splines: number) {
  const r = R * 0.4
  const springs = range(6).map((i) => {
    const [x, y] = polar(104, 118, r, i * 60)
    const half = R * 0.135
    const thick = R * 0.1
    const coils = range(5).map(
      (j) => edge`M${half * (j * 0.4 - 0.8)} ${-thick * 0.72}L${half * (j * 0.4 - 0.64)} ${thick * 0.72}`,
    )
    return moved(x, y, i * 60 + 90, [
      rect(-half - 2, -thick, 2 * half + 4, 2 * thick, 'bold', 'plate', 2),
      rect(-half, -thick * 0.72, 2 * half, 1.44 * thick, 'thin'),
      coils,
    ])
  })
  return [
    circle(104, 118, R * 0.56, 'mid'),
    springs,
    range(6).map((i) => circle(...polar(104, 118, R * 0.5, i * 60 + 30), 3, 'mid', 'plate')),
    disc(104, 118, R * 0.27, R * 0.25),
    circle(104, 118, R * 0.21),
    gear(104, 118, R * 0.18, splines, 2.8),
  ]
}

export const cvJoint = defineDrawing({
  kind: 'cv-joint',
  title: (p) => `Constant-velocity joint, ${p.splines} splines`,
  params: { splines: int(25, 18, 40) },
  crop: [8, 62, 208, 112],
  draw: ({ splines }) => {
    return [
      rect(190, 110, 20, 16, 'bold', 'plate'),
      inlay`M210 110q5 5 0 8t0 8`,
      boot(),
      solid`M70 98C80 96 78 76 92 74H124Q130 74 130 80V156Q130 162 124 162H92C78 160 80 140 70 138Z`,
      thin`M92 74V162M120 74V162M84 92C92 88 100 84 116 84M84 144C92 148 100 152 116 152`,
      thread(12, 32, 118, 9, 3.2),
      rect(9, 110, 4, 16, 'mid', 'plate', 1),
      rect(30, 108, 4, 20, 'mid', 'plate'),
      rect(34, 106, 30, 24, 'bold', 'plate', 1),
      range(splines / 2).map((i) => {
        const v = 12 * Math.sin(((i + 0.5) / (splines / 2) - 0.5) * Math.PI)
        return line(34, 118 + v, 62, 118 + v, 'thin')
      }),
      inlay`M64 101H70V135H64Z`,
      axis`M4 118H214`,
      disc(266, 118, 44, 41),
      rings(266, 118, [33], [29, 25]),
      circle(266, 118, 21, 'bold', 'plate'),
      range(6).map((i) => {
        const at = polar(266, 118, 27, i * 60 - 90)
        return disc(...at, 9, 5)
      }),
      circle(266, 118, 14),
      gear(266, 118, 12, splines, 2.2),
      centreCross(266, 118, 52),
      dimension(14, 162, 120, 162, 26, 108 + splines),
      leader(44, 106, 36, 42, `Z ${splines}`),
    ]
  },
})

function boot() {
  const folds = [40, 34, 28, 22, 17]
  const half = (g: 1 | -1) => {
    const waves = folds.map((r, i) => {
      const x = 134 + i * 11
      const y = 118 + g * r
      return `C${x} ${y} ${x + 4} ${y} ${x + 5} ${y - g * 8}L${x + 9} ${y - g * 6}`
    })
    return solid`M128 118V${118 + g * 38}L132 ${118 + g * 38}${waves.join('')}L196 ${118 + g * 10}V118Z`
  }
  return [
    half(-1),
    half(1),
    rect(127, 81, 69, 74, 'none', 'none'),
    path(`M130 117H195V119H130Z`, 'none', 'plate'),
    folds.map((r, i) => thin`M${139 + i * 11} ${118 - r + 8}q3 ${r - 8} 0 ${2 * r - 16}`),
    rect(188, 105, 6, 26, 'mid', 'plate', 1),
    rect(190, 101, 6, 5, 'mid', 'plate', 1),
  ]
}
