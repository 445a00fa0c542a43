import { balloon, cardOnly, centreCross, centreLine, dimension, leader } from '../../annotations.ts'
import { polar, range, regular } from '../../geometry.ts'
import { defineDrawing, oneOf } from '../../kind.ts'
import { thread } from '../../parts.ts'
import { circle, edge, inlay, line, moved, polygon, rect, rings, solid, thin, tube } from '../../pens.ts'

const Y = 96

export const sensor = defineDrawing({
  kind: 'sensor',
  title: (p) => `Sensor, thread ${p.thread}`,
  params: { thread: oneOf('m18', 'm8', 'm10', 'm12', 'm14', 'm22') },
  crop: [8, 46, 304, 110],
  draw: ({ thread: name, callout }) => {
    const size = Number(name.slice(1))
    const r = 7 + size * 0.62
    return [
      probe(r),
      body(r),
      // lead with a plug
      tube(`M203 ${Y}C250 ${Y} 292 70 296 106C300 150 270 178 236 178`, 6.5, 0.9),
      moved(238, 178, 180, [
        rect(0, -11, 34, 22, 'bold', 'plate', 3),
        rect(34, -8, 9, 16, 'mid', 'plate', 1),
        rect(8, -15, 16, 5, 'mid', 'plate', 1),
        [-5, 0, 5].map((v) => line(20, v, 34, v, 'thin')),
        line(5, -11, 5, 11, 'thin'),
      ]),
      centreLine(8, Y, 216, Y),
      endView(r),
      dimension(62, Y + r, 98, Y + r, 30 - (r - 18), Math.round(6 + size * 0.7)),
      leader(80, Y - r, 94, 42, `${name.toUpperCase()}×1.5`),
      leader(116, Y - r - 9, 150, 58, `HEX ${Math.round(size * 1.22)}`),
      balloon(callout, 24, 40, 38, Y - r * 0.4),
    ]
  },
})

/** Perforated tip and thread. */
function probe(r: number) {
  const t = r * 0.66
  const slots = range(3).flatMap((i) =>
    [-1, 0, 1].map((j) => rect(30 + i * 10, Y + j * t * 0.56 - 1.6, 6, 3.2, 'mid', 'tint', 1.6)),
  )
  return [
    solid`M20 ${Y - t * 0.55}Q20 ${Y - t} 26 ${Y - t}H62V${Y + t}H26Q20 ${Y + t} 20 ${Y + t * 0.55}Z`,
    line(26, Y - t, 26, Y + t, 'thin'),
    slots,
    thread(62, 98, Y, r, Math.min(4.2, r * 0.24)),
    line(62, Y - r, 62, Y + r),
  ]
}

function body(r: number) {
  const h = r + 9
  return [
    rect(97, Y - h + 1, 6, 2 * h - 2, 'mid', 'plate', 3),
    rect(103, Y - h, 24, 2 * h, 'bold', 'plate', 2),
    edge`M103 ${Y - h * 0.5}H127M103 ${Y + h * 0.5}H127`,
    thin`M103 ${Y - h * 0.5}q5 ${h * 0.5} 0 ${h}M127 ${Y - h * 0.5}q-5 ${h * 0.5} 0 ${h}`,
    solid`M127 ${Y - r * 0.86}H168L172 ${Y - r * 0.6}H186V${Y + r * 0.6}H172L168 ${Y + r * 0.86}H127Z`,
    [136, 160, 176, 181].map((x) =>
      line(x, Y - r * (x > 170 ? 0.6 : 0.86), x, Y + r * (x > 170 ? 0.6 : 0.86), 'thin'),
    ),
    inlay`M186 ${Y - 7}H198Q204 ${Y - 6} 204 ${Y}T198 ${Y + 7}H186Z`,
  ]
}

function endView(r: number) {
  const q = (r + 9) * 1.08
  return cardOnly([
    polygon(regular(86, 186, q, 6, 30), 'bold', 'plate'),
    rings(86, 186, [r, r * 0.66], [q * 0.84]),
    range(6).map((i) => circle(...polar(86, 186, r * 0.4, i * 60), 1.6, 'mid', 'tint')),
    centreCross(86, 186, q + 6),
  ])
}
