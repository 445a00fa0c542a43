import { balloon, centreCross, centreLine, dimension, text } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing, number } from '../../kind.ts'
import { hexagon, roller } from '../../parts.ts'
import { circle, ellipse, inlay, line, moved, rect, solid, thin, tube } from '../../pens.ts'

const GROUND = 200

export const jack = defineDrawing({
  kind: 'jack',
  title: (p) => `Trolley jack, ${p.tonnes} t`,
  params: { tonnes: number(2, 1, 5) },
  crop: [16, 30, 290, 180],
  draw: ({ tonnes, callout }) => {
    const lift = 96 - tonnes * 7
    const stout = 8 + tonnes * 1.4
    return [
      // handle
      moved(220, 154, -58, [
        rect(0, -7, 26, 14, 'bold', 'plate', 2),
        rect(26, -4.5, 92, 9, 'bold', 'plate'),
        line(30, -1.5, 112, -1.5, 'thin'),
        rect(92, -6.5, 46, 13, 'bold', 'plate', 5),
        range(8).map((i) => line(97 + i * 5, -6, 97 + i * 5, 6, 'thin')),
        centreLine(-8, 0, 148, 0),
      ]),
      arm(lift, stout),
      chassis(tonnes),
      line(14, GROUND, 300, GROUND, 'thin'),
      dimension(34, GROUND, 34, lift - 12, -14, Math.round(300 + tonnes * 55)),
      dimension(48, GROUND, 250, GROUND, 18, Math.round(420 + tonnes * 105)),
      balloon(callout, 132, 36, 112, (lift + 150) / 2 - stout + 4),
    ]
  },
})

/** Side plate on wheels, with the pump behind. */
function chassis(tonnes: number) {
  const bolts = [
    [84, 176],
    [180, 168],
  ] as const
  return [
    rect(176, 138, 46, 24, 'bold', 'plate', 4),
    thin`M182 138v24M214 138v24`,
    solid`M36 168Q34 160 44 158L176 146H238Q250 146 250 158V176Q250 184 242 184H60Q40 184 36 168Z`,
    thin`M44 164L178 152H236Q244 152 244 160V172Q244 178 238 178H62Q48 178 44 164Z`,
    bolts.map(([x, y]) => hexagon(x, y, 5, 15)),
    roller(58, 184, 16),
    inlay`M212 184L220 176H240L246 184Z`,
    roller(230, 188, 12),
    text(138, 175, `${tonnes} t`, { size: 13, weight: 'bold' }),
    circle(196, 160, 8, 'bold', 'plate'),
    circle(196, 160, 4),
    centreCross(196, 160, 13),
  ]
}

/** The raised lifting arm, a link that keeps the saddle level, and the ram. */
function arm(lift: number, stout: number) {
  const y = lift
  const long = Math.hypot(130, 158 - y)
  const turn = (Math.atan2(158 - y, 130) * 180) / Math.PI
  return [
    tube(`M68 ${y + 16}L162 156`, 6, 1.05),
    moved(66, y, turn, [
      solid`M-8 ${-stout * 0.7}H${long * 0.5}L${long + 10} ${-stout * 1.6}V${stout * 1.4}L${long * 0.5} ${stout}H-8Z`,
      thin`M4 ${-stout * 0.3}H${long * 0.5}L${long - 4} ${-stout}M4 ${stout * 0.5}H${long * 0.5}L${long - 4} ${stout * 0.8}`,
      ellipse(long * 0.42, stout * 0.1, 15, 4, 'mid', 'tint'),
    ]),
    solid`M52 ${y - 4}H80L76 ${y + 22}H56Z`,
    circle(66, y + 3, 4, 'mid', 'plate'),
    circle(66, y + 15, 3.4, 'mid', 'plate'),
    solid`M48 ${y - 12}h5v4h5v-4h16v4h5v-4h5v6q0 3 -3 3h-30q-3 0 -3 -3Z`,
    centreLine(66, y - 20, 66, y + 30),
    centreLine(66, y + 3, 196, 160),
  ]
}
