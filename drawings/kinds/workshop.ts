import { centreCross, dimension, leader } from '../annotations.ts'
import { polar, range } from '../geometry.ts'
import { defineDrawing, flag, int, number } from '../kind.ts'
import { text } from '../lettering.ts'
import { moved } from '../marks.ts'
import { hexagon, roller } from '../parts.ts'
import { axis, edge, inlay, line, path, solid, thin, tube } from '../paths.ts'
import { circle, disc, ellipse, polygon, rect } from '../shapes.ts'

export const inflator = defineDrawing({
  kind: 'inflator',
  title: (p) => `Tyre inflator with gauge${p.cordless ? ', cordless' : ''}`,
  params: { cordless: flag() },
  draw: ({ cordless }) => [
    cordless ? batteryPack() : cable(),
    solid`M52 86q0 -14 14 -14h132q16 0 16 16v88q0 10 -10 10H62q-10 0 -10 -10Z`,
    thin`M58 88q0 -10 10 -10h128q12 0 12 12v84q0 6 -6 6H64q-6 0 -6 -6Z`,
    path('M84 72V54q0 -10 10 -10h76q10 0 10 10v18M96 72V60q0 -4 4 -4h64q4 0 4 4v12', 'bold'),
    [66, 176].map((x) => rect(x, 186, 22, 8, 'mid', 'plate', 2)),
    gauge(),
    rect(164, 98, 38, 20, 'mid', 'plate', 2),
    text(183, 112, '2.4', { size: 12, weight: 'bold' }),
    [172, 194].map((x) => circle(x, 134, 6)),
    edge`M169 134H175M191 134H197M194 131V137`,
    range(5).map((i) => line(164, 152 + i * 5, 202, 152 + i * 5, 'thin')),
    tube('M214 160C262 166 236 74 270 70C296 68 300 100 286 128', 8),
    moved(286, 124, 18, [
      rect(-6, 0, 12, 18, 'bold', 'plate', 2),
      rect(-8, 18, 16, 10, 'bold', 'plate', 1.5),
      thin`M-6 6H6M-6 10H6`,
      inlay`M6 4l12 -4v6l-12 4`,
    ]),
    cordless ? dimension(52, 210, 214, 210, 20, 236) : dimension(52, 194, 214, 194, 18, 236),
  ],
})

const batteryPack = () => [
  solid`M84 180H180V206Q180 212 174 212H90Q84 212 84 206Z`,
  [94, 170].map((x) => rect(x - 4, 192, 8, 14, 'mid', 'plate', 2)),
  text(132, 206, { text: '18 V', of: [] }, { size: 11, weight: 'bold' }),
]

const cable = () => [
  tube('M54 164C20 164 16 190 22 206', 3.6, 0.8),
  moved(23, 200, 176, [
    rect(-7, 0, 14, 22, 'bold', 'plate', 3),
    rect(-4.5, -9, 9, 9, 'mid', 'plate', 1),
    rect(-1.5, -13, 3, 4, 'mid', 'plate', 1),
    line(-7, 15, 7, 15, 'thin'),
  ]),
]

function gauge() {
  const scale = range(41).map((i) => {
    const whole = i % 5 === 0
    const angle = 135 + i * 6.75
    return line(
      ...polar(112, 130, 36.5, angle),
      ...polar(112, 130, whole ? 29 : 33, angle),
      whole ? 'mid' : 'thin',
    )
  })
  return [
    disc(112, 130, 40, 36.5),
    scale,
    range(9).map((i) => {
      const [fx, fy] = polar(112, 130, 23.5, 135 + i * 33.75)
      return text(fx, fy + 2, i, { size: 6 })
    }),
    polygon([polar(112, 130, 5, 330), polar(112, 130, 30, 240), polar(112, 130, 5, 150)], 'mid', 'ink'),
    circle(112, 130, 5.5, 'mid', 'plate'),
    text(112, 152, 'bar', { size: 6.5 }),
    axis`M112 82V178M66 130H158`,
  ]
}

export const jack = defineDrawing({
  kind: 'jack',
  title: (p) => `Trolley jack, ${p.tonnes} t`,
  params: { tonnes: number(2, 1, 5) },
  crop: [16, 30, 290, 180],
  draw: ({ tonnes, say }) => {
    const lift = 96 - tonnes * 7
    const stout = 8 + tonnes * 1.4
    const bolts = [
      [84, 176],
      [180, 168],
    ] as const
    return [
      moved(220, 154, -58, [
        rect(0, -7, 26, 14, 'bold', 'plate', 2),
        rect(26, -4.5, 92, 9, 'bold', 'plate'),
        line(30, -1.5, 112, -1.5, 'thin'),
        rect(92, -6.5, 46, 13, 'bold', 'plate', 5),
        range(8).map((i) => line(97 + i * 5, -6, 97 + i * 5, 6, 'thin')),
        axis`M-8 0H148`,
      ]),
      arm(lift, stout),
      rect(176, 138, 46, 24, 'bold', 'plate', 4),
      thin`M182 138v24M214 138v24`,
      solid`M36 168Q34 160 44 158L176 146H238Q250 146 250 158V176Q250 184 242 184H60Q40 184 36 168Z`,
      thin`M44 164L178 152H236Q244 152 244 160V172Q244 178 238 178H62Q48 178 44 164Z`,
      bolts.map(([x, y]) => hexagon(x, y, 5, 15)),
      roller(58, 184, 16),
      inlay`M212 184L220 176H240L246 184Z`,
      roller(230, 188, 12),
      text(
        138,
        175,
        say(['tonnes'], (v) => `${v.tonnes} t`),
        { size: 13, weight: 'bold' },
      ),
      circle(196, 160, 8, 'bold', 'plate'),
      circle(196, 160, 4),
      centreCross(196, 160, 13),
      line(14, 200, 300, 200, 'thin'),
      dimension(34, 200, 34, lift - 12, -14, Math.round(300 + tonnes * 55)),
      dimension(48, 200, 250, 200, 18, Math.round(420 + tonnes * 105)),
    ]
  },
})

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
    axis`M66 ${y - 20}V${y + 30}M66 ${y + 3}L196 160`,
  ]
}

export const multimeter = defineDrawing({
  kind: 'multimeter',
  title: () => 'Digital multimeter with leads',
  params: { digits: int(2000, 1000, 9999) },
  crop: [40, 14, 250, 206],
  draw: ({ digits }) => {
    const labels = ['OFF', 'V', 'mV', 'Ω', '°C', 'A', 'mA', 'Hz']
    const ring = labels.map((label, i) => {
      const angle = -90 + i * 45
      const [lx, ly] = polar(100, 128, 37, angle)
      return [
        line(...polar(100, 128, 26, angle), ...polar(100, 128, 30, angle), 'thin'),
        text(lx, ly + 2, label, { size: 6 }),
      ]
    })
    return [
      solid`M64 18H136Q148 18 148 30V104Q144 116 148 128V204Q148 216 136 216H64Q52 216 52 204V128Q56 116 52 104V30Q52 18 64 18Z`,
      thin`M66 23H134Q143 23 143 32V104Q139 116 143 128V202Q143 211 134 211H66Q57 211 57 202V128Q61 116 57 104V32Q57 23 66 23Z`,
      range(4).map((i) => [edge`M52.5 ${140 + i * 6}H57M143 ${140 + i * 6}H147.5`]),
      rect(64, 30, 72, 36, 'mid', 'plate', 3),
      rect(67, 33, 66, 30, 'none', 'tint', 2),
      text(124, 55, (digits / 100).toFixed(2), { size: 17, anchor: 'end', weight: 'bold' }),
      text(130, 41, 'V', { size: 7, weight: 'semi' }),
      [70, 90, 110].map((x) => rect(x, 72, 14, 8, 'mid', 'plate', 2)),
      disc(100, 128, 25, 22),
      moved(100, 128, 45, [
        inlay`M-7 -20Q0 -24 7 -20V20Q0 24 -7 20Z`,
        line(0, -20, 0, -10, 'mid'),
        circle(0, -16, 1.4, 'none', 'ink'),
      ]),
      ring,
      centreCross(100, 128, 30),
      [74, 100, 126].map((x) => [circle(x, 192, 7.5, 'bold', 'plate'), circle(x, 192, 4, 'mid', 'tint')]),
      text(74, 206, 'A', { size: 6 }),
      text(100, 206, 'COM', { size: 6 }),
      text(126, 206, 'VΩ', { size: 6 }),
      leads(),
      dimension(52, 216, 148, 216, 18, 92),
      dimension(52, 20, 52, 216, 18, 188),
    ]
  },
})

function leads() {
  const probe = [
    rect(-5, 0, 10, 46, 'bold', 'plate', 3),
    range(5).map((i) => line(-5, 8 + i * 5, 5, 8 + i * 5, 'thin')),
    rect(-7, 46, 14, 4, 'mid', 'plate', 1),
    inlay`M-3 50H3L2 62H-2Z`,
    inlay`M-1.2 62H1.2L.6 84H-.6Z`,
  ]
  return [
    tube('M126 192C170 236 190 190 188 150C186 96 200 60 220 66', 4.4, 0.8),
    tube('M100 192C140 208 226 214 228 160C230 116 246 86 266 90', 4.4, 0.8),
    moved(219, 64, -16, probe),
    moved(265, 88, -16, probe),
    [126, 100].map((x) => circle(x, 192, 5, 'mid', 'plate')),
  ]
}

export const phoneClamp = defineDrawing({
  kind: 'phone-clamp',
  title: () => 'Phone holder with wireless charging',
  params: {},
  draw: () => {
    const arm = (x: number, side: 1 | -1) => [
      solid`M${x} 66h${-12 * side}q${-8 * side} 0 ${-8 * side} 8v32q0 8 ${8 * side} 8h${12 * side}`,
      thin`M${x - 14 * side} 76V104M${x - 10 * side} 76V104`,
    ]
    return [
      solid`M120 196h44l8 -30h-60Z`,
      disc(142, 160, 15, 10),
      rect(88, 26, 108, 122, 'bold', 'plate', 10),
      rect(93, 31, 98, 112, 'thin', 'none', 7),
      range(4).map((i) => circle(142, 86, 14 + i * 8, i % 2 ? 'thin' : 'mid')),
      inlay`M148 66l-14 22h9l-5 18l15 -23h-9Z`,
      arm(88, 1),
      arm(196, -1),
      edge`M112 148v8q0 5 5 5h8M172 148v8q0 5 -5 5h-8`,
      circle(142, 132, 4),
      thin`M140 134l4 -4`,
      axis`M142 14V190M60 86H224`,
      rect(248, 26, 11, 122, 'bold', 'plate', 4),
      inlay`M259 74h14v26h-14Z`,
      solid`M273 78l18 40v46l-12 32h-30l8 -10h14l6 -24v-38Z`,
      axis`M240 86H300`,
      dimension(68, 148, 216, 148, 62, '58–92'),
      leader(128, 62, 78, 20, 'Qi 15 W', -1),
    ]
  },
})
