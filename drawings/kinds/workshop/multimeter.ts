import { balloon, centreCross, dimension, text } from '../../annotations.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing, int } from '../../kind.ts'
import { circle, disc, edge, inlay, line, moved, rect, solid, thin, tube } from '../../pens.ts'

export const multimeter = defineDrawing({
  kind: 'multimeter',
  title: () => 'Digital multimeter with leads',
  params: { digits: int(2000, 1000, 9999) },
  crop: [40, 14, 250, 206],
  draw: ({ digits, callout }) => [
    // body
    solid`M64 18H136Q148 18 148 30V104Q144 116 148 128V204Q148 216 136 216H64Q52 216 52 204V128Q56 116 52 104V30Q52 18 64 18Z`,
    thin`M66 23H134Q143 23 143 32V104Q139 116 143 128V202Q143 211 134 211H66Q57 211 57 202V128Q61 116 57 104V32Q57 23 66 23Z`,
    range(4).map((i) => [edge`M52.5 ${140 + i * 6}H57M143 ${140 + i * 6}H147.5`]),
    // display
    rect(64, 30, 72, 36, 'mid', 'plate', 3),
    rect(67, 33, 66, 30, 'none', 'tint', 2),
    text(124, 55, (digits / 100).toFixed(2), { size: 17, anchor: 'end', weight: 'bold' }),
    text(130, 41, 'V', { size: 7, weight: 'semi' }),
    [70, 90, 110].map((x) => rect(x, 72, 14, 8, 'mid', 'plate', 2)),
    dial(),
    // sockets
    [74, 100, 126].map((x) => [circle(x, 192, 7.5, 'bold', 'plate'), circle(x, 192, 4, 'mid', 'tint')]),
    text(74, 206, 'A', { size: 6 }),
    text(100, 206, 'COM', { size: 6 }),
    text(126, 206, 'VΩ', { size: 6 }),
    leads(),
    dimension(52, 216, 148, 216, 18, 92),
    dimension(52, 20, 52, 216, 18, 188),
    balloon(callout, 180, 34, 138, 66),
  ],
})

/** Rotary switch with its ranges. */
function dial() {
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
    disc(100, 128, 25, 22),
    moved(100, 128, 45, [
      inlay`M-7 -20Q0 -24 7 -20V20Q0 24 -7 20Z`,
      line(0, -20, 0, -10, 'mid'),
      circle(0, -16, 1.4, 'none', 'ink'),
    ]),
    ring,
    centreCross(100, 128, 30),
  ]
}

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
    circle(126, 192, 5, 'mid', 'plate'),
    circle(100, 192, 5, 'mid', 'plate'),
  ]
}
