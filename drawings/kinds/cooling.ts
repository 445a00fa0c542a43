import { centreCross, dimension, leader, pitchCircle } from '../annotations.ts'
import { type Point, points, polar, range, regularPolygon } from '../geometry.ts'
import { defineDrawing, int, number } from '../kind.ts'
import { hole } from '../parts.ts'
import { axis, inlay, line, solid, thin, tinted } from '../paths.ts'
import { circle, corners, disc, polygon, polyline, rect, rings, rivet, section } from '../shapes.ts'

export const radiator = defineDrawing({
  kind: 'radiator',
  title: (p) => `Radiator, core ${p.w} × ${p.h} mm`,
  params: { w: number(650, 300, 900), h: number(375, 200, 600) },
  crop: [10, 16, 236, 200],
  draw: ({ w, h, say }) => {
    const scale = Math.min(160 / w, 146 / h, 0.3)
    const W = w * scale
    const H = h * scale
    const x = 126 - W / 2
    const y = 112 - H / 2
    const tank = (tx: number) => [
      rect(tx, y - 5, 20, H + 10, 'bold', 'plate', 4),
      range(H / 7 - 1).map((i) => line(tx, y + 6 + i * 7, tx + 20, y + 6 + i * 7, 'thin')),
      [tx + 5, tx + 11].map((px) => rect(px, y + H + 5, 4, 8, 'mid', 'plate', 1)),
      rect(tx + 8, y - 13, 4, 8, 'mid', 'plate', 1),
    ]
    const rows = Math.round(H / 8)
    const pitch = H / rows
    return [
      rect(x - 34, y + 12, 16, 14, 'bold', 'plate', 2),
      rect(x - 38, y + 10, 5, 18, 'mid', 'plate', 1),
      rect(x + W + 18, y + H - 30, 14, 14, 'bold', 'plate', 2),
      rect(x + W + 31, y + H - 32, 5, 18, 'mid', 'plate', 1),
      tank(x - 20),
      tank(x + W),
      axis`M${x - 44} ${y + 19}H${x - 10}M${x + W + 6} ${y + H - 23}H${x + W + 42}`,
      rect(x, y, W, H, 'bold', 'plate'),
      range(rows).map((j) => {
        const steps = Math.round(W / 5)
        const corners = range(steps + 1).map(
          (i): Point => [x + (i * W) / steps, y + j * pitch + (i % 2 ? 1.4 : pitch - 1.4)],
        )
        return polyline(corners, 'thin')
      }),
      range(rows - 1).map((j) => line(x, y + (j + 1) * pitch, x + W, y + (j + 1) * pitch, 'mid')),
      rect(x - 1, y - 5, W + 2, 5, 'mid', 'plate'),
      rect(x - 1, y + H, W + 2, 5, 'mid', 'plate'),
      rect(272, y - 3, 16, H + 6, 'mid', 'plate'),
      rect(269, y - 5, 22, 14, 'bold', 'plate', 4),
      rect(269, y + H - 9, 22, 14, 'bold', 'plate', 4),
      rivet(280, y + 19, 7, 5),
      [-3, 3].map((u) => line(280 + u, y + 30, 280 + u, y + H - 12, 'thin')),
      axis`M280 ${y - 16}V${y + H + 16}`,
      dimension(272, y + H, 288, y + H, 26, 34),
      dimension(
        x,
        y + H,
        x + W,
        y + H,
        26,
        say(['w'], (v) => v.w),
      ),
      dimension(
        x + W,
        y,
        x + W,
        y + H,
        -34,
        say(['h'], (v) => v.h),
      ),
    ]
  },
})

const PUMP_CENTRE = [102, 118] as const

export const waterPump = defineDrawing({
  kind: 'water-pump',
  title: (p) => `Water pump, ${p.blades} blades`,
  params: { blades: int(7, 4, 12) },
  crop: [22, 30, 164, 172],
  draw: ({ blades }) => {
    const at = (r: number, angle: number) => points([polar(...PUMP_CENTRE, r, angle)])
    const wall = (g: 1 | -1): Point[] => {
      const y = (v: number) => 118 + g * v
      return corners`228,${y(14)} 228,${y(22)} 256,${y(26)} 262,${y(34)} 262,${y(74)} 270,${y(74)} 270,${y(14)}`
    }
    return [
      flange(),
      circle(...PUMP_CENTRE, 42, 'bold', 'plate'),
      circle(...PUMP_CENTRE, 42, 'none', 'tint'),
      range(blades).map((i) => {
        const a = (i * 360) / blades
        return inlay`M${at(15, a)}Q${at(30, a + 4)} ${at(41, a + 36)}L${at(41, a + 41)}Q${at(30, a + 12)} ${at(15, a + 14)}Z`
      }),
      circle(...PUMP_CENTRE, 15, 'bold', 'plate'),
      rings(...PUMP_CENTRE, [8], [6]),
      rect(276, 76, 6, 84, 'bold', 'plate', 1),
      range(Math.ceil(blades / 2)).map((i) => {
        const y = 80 + (i * 66) / Math.max(1, Math.ceil(blades / 2) - 1)
        return rect(282, y, 18, 10, 'mid', 'plate', 1)
      }),
      rect(274, 106, 20, 24, 'mid', 'plate', 1),
      section(wall(-1), 3.4),
      section(wall(1), 3.4),
      rect(228, 104, 42, 28, 'mid', 'plate'),
      [-1, 1].map((g) => [24, 46].map((u) => circle(212 + u, 118 + g * 10.5, 3.4, 'mid', 'plate'))),
      rect(200, 111, 86, 14, 'bold', 'plate', 1),
      rect(206, 82, 9, 72, 'bold', 'plate', 1.5),
      [-26, 26].map((v) => axis`M200 ${118 + v}H221`),
      rect(215, 102, 6, 32, 'mid', 'plate'),
      axis`M190 118H310`,
      dimension(206, 192, 300, 192, 16, 96),
      dimension(206, 82, 206, 154, 14, '⌀72'),
      leader(...polar(...PUMP_CENTRE, 42, 50), 132, 212, `⌀${60 + blades}`),
    ]
  },
})

const BOLTS = [-100, -40, 20, 80, 140, 200]

function flange() {
  const edge = BOLTS.map((angle, i) => {
    const [x, y] = polar(...PUMP_CENTRE, 64, angle)
    const from = polar(x, y, 11, angle - 62)
    const to = polar(x, y, 11, angle + 62)
    const next = BOLTS[(i + 1) % BOLTS.length] ?? 0
    const dip = polar(...PUMP_CENTRE, 54, (angle + (next < angle ? next + 360 : next)) / 2)
    return `${i ? '' : `M${points([from])}`}A11 11 0 0 1 ${points([to])}Q${points([dip])} ${points([polar(...polar(...PUMP_CENTRE, 64, next), 11, next - 62)])}`
  })
  return [
    solid`${edge.join('')}Z`,
    BOLTS.map((angle) => hole(...polar(...PUMP_CENTRE, 64, angle), 5)),
    rings(...PUMP_CENTRE, [51], [48]),
    pitchCircle(...PUMP_CENTRE, 64),
    centreCross(...PUMP_CENTRE, 82),
  ]
}

const TURBO_CENTRE = [106, 122] as const

export const turbo = defineDrawing({
  kind: 'turbo',
  title: (p) => `Turbocharger, inlet ⌀${p.inlet} mm, ${p.blades} blades`,
  params: { blades: int(6, 4, 12), inlet: number(52, 30, 90) },
  crop: [8, 20, 190, 190],
  draw: ({ blades, inlet, say }) => {
    const eye = Math.min(36, 24 + inlet * 0.15)
    const at = (r: number, angle: number) => points([polar(...TURBO_CENTRE, r, angle)])
    const thick = Math.min(1, 7 / blades)
    const blade = (root: number, angle: number, width: number) => {
      const out = `M${at(root, angle)}Q${at(eye * 0.625, angle + 10)} ${at(eye - 1, angle + 44)}`
      return tinted`${out}Q${at(eye * 0.69, angle + 10 + width * 0.6)} ${at(root, angle + width)}`
    }
    return [
      volute(),
      // full blades, and a splitter between every two
      circle(...TURBO_CENTRE, eye, 'mid', 'plate'),
      range(blades).map((i) => {
        const angle = (i * 360) / blades
        return [blade(8, angle, 14 * thick), blade(15, angle + 180 / blades, 8 * thick)]
      }),
      circle(...TURBO_CENTRE, 8, 'mid', 'plate'),
      polygon(regularPolygon(...TURBO_CENTRE, 5, 6), 'mid', 'plate'),
      circle(...TURBO_CENTRE, 2, 'thin'),
      axis`M16 122H194M106 60V214`,
      inlay`M246 100h30v44h-30Z`,
      rect(252, 144, 16, 12, 'mid', 'plate'),
      rect(248, 156, 24, 5, 'mid', 'plate', 1),
      rect(254, 90, 12, 10, 'mid', 'plate'),
      rect(251, 85, 18, 5, 'mid', 'plate', 1),
      thin`M246 112H276M246 132H276`,
      solid`M218 88H206V156H218`,
      line(209, 88, 209, 156, 'thin'),
      solid`M218 82Q220 60 233 60T248 80V172Q246 202 233 202T218 172Z`,
      thin`M224 82V172M242 82V172M224 172q9 20 18 0M224 82q9 -14 18 0`,
      rect(248, 76, 5, 98, 'mid', 'plate', 1),
      rect(272, 86, 4, 72, 'mid', 'plate', 1),
      solid`M276 84Q279 68 288 68T300 84V162Q298 186 288 186T276 162Z`,
      thin`M282 86V162M295 86V162`,
      rect(300, 95, 7, 54, 'bold', 'plate', 1),
      axis`M198 122H316`,
      dimension(206, 204, 307, 204, 18, 214),
      leader(
        ...polar(...TURBO_CENTRE, eye, -60),
        150,
        46,
        say(['inlet'], (v) => `⌀${v.inlet}`),
      ),
    ]
  },
})

/** The compressor housing grows with the angle; its outlet leaves upward on the left. */
function volute() {
  const spiral = (from: number, to: number, inner: number, growth: number) =>
    range((to - from) / 5 + 1).map((i) =>
      polar(...TURBO_CENTRE, inner + ((from + i * 5 + 150) / 330) * growth, from + i * 5),
    )
  const tongue = polar(...TURBO_CENTRE, 56, -150)
  const [, top] = tongue
  return [
    solid`M${points(spiral(-150, 180, 56, 25))}L25 40H61V${top - 16}Q61 ${top - 2} ${points([tongue])}`,
    thin`M${points(spiral(-140, 175, 50, 17))}L40 46`,
    rect(19, 32, 48, 9, 'bold', 'plate', 1.5),
    thin`M24 32V41M62 32V41`,
    range(8).map((i) => rivet(...polar(...TURBO_CENTRE, 45, i * 45 + 20), 3.4, 1.4)),
    disc(...TURBO_CENTRE, 39, 37.3),
  ]
}
