import { centreCross, dimension, leader } from '../annotations.ts'
import { polar, range, regular } from '../geometry.ts'
import { defineDrawing, int, oneOf } from '../kind.ts'
import { text } from '../lettering.ts'
import { cardOnly, moved } from '../marks.ts'
import { hole, thread } from '../parts.ts'
import { axis, edge, inlay, line, path, solid, thin, tube } from '../paths.ts'
import { circle, corners, polygon, rect, rings } from '../shapes.ts'

/** A usual layout of ratings, in amperes. */
const AMPS = [10, 15, 5, 20, 7.5, 30, 10, 25, 15, 40, 5, 20]

export const fuseBox = defineDrawing({
  kind: 'fuse-box',
  title: (p) => `Fuse box, ${p.ways} ways`,
  params: { ways: int(12, 4, 24) },
  crop: [16, 24, 204, 186],
  draw: ({ ways }) => {
    const rows = ways > 16 ? 3 : 2
    const columns = Math.ceil(ways / rows)
    const pitch = Math.min(26, 156 / columns)
    const W = columns * pitch + 22
    const H = rows * 46 + 30
    const x = 116 - W / 2
    const y = 114 - H / 2
    return [
      [x - 8, x + W + 8].map((ex) => [circle(ex, y + H / 2, 9, 'bold', 'plate'), hole(ex, y + H / 2, 4)]),
      rect(x, y, W, H, 'bold', 'plate', 5),
      rect(x + 4, y + 4, W - 8, H - 8, 'thin', 'none', 3),
      [x + 8, x + W - 20].map((cx) => rect(cx, y - 4, 12, 5, 'mid', 'plate', 1)),
      axis`M${x - 22} ${y + H / 2}H${x + W + 22}`,
      range(ways).map((i) =>
        fuse(x + 11 + ((i % columns) + 0.5) * pitch, y + 18 + Math.floor(i / columns) * 46, pitch, i),
      ),
      // one blade fuse from the front, enlarged
      solid`M244 70Q244 64 250 64H294Q300 64 300 70V102L296 108H248L244 102Z`,
      solid`M248 108H264V144L261 150H251L248 144Z`,
      solid`M280 108H296V144L293 150H283L280 144Z`,
      edge`M256 108V92C256 80 268 82 272 88S288 94 288 86V108`,
      text(272, 77, '15', { size: 11, weight: 'bold' }),
      axis`M272 56V158`,
      dimension(244, 150, 300, 150, 22, '19.1'),
      dimension(x, y + H, x + W, y + H, 20, Math.round(columns * 12.5 + 30)),
    ]
  },
})

function fuse(x: number, y: number, pitch: number, index: number) {
  const w = pitch * 0.56
  return [
    rect(x - w / 2 - 2, y - 2, w + 4, 38, 'thin', 'plate', 1),
    rect(x - w / 2, y, w, 34, 'mid', 'plate', 1.5),
    rect(x - w / 2 + 1.6, y + 3, w - 3.2, 6, 'mid', 'tint'),
    rect(x - w / 2 + 1.6, y + 25, w - 3.2, 6, 'mid', 'tint'),
    text(x + 2.4, y + 17, AMPS[index % AMPS.length] ?? 10, {
      size: Math.min(7.5, pitch * 0.34),
      rotate: -90,
      weight: 'semi',
    }),
  ]
}

interface Pin {
  name: string
  /** Place on the base, from its middle. */
  x: number
  y: number
  across: boolean
  nameBelow?: boolean
}

const PINS: readonly Pin[] = [
  { name: '30', x: 0, y: 22, across: true },
  { name: '85', x: -22, y: 0, across: false },
  { name: '86', x: 22, y: 0, across: false },
  { name: '87', x: 0, y: -22, across: true },
  { name: '87a', x: 0, y: 0, across: true, nameBelow: true },
]

export const relay = defineDrawing({
  kind: 'relay',
  title: (p) => `Relay, 12 V 40 A, ${p.pins} pins`,
  params: { pins: int(4, 4, 5) },
  crop: [20, 22, 136, 186],
  draw: ({ pins }) => [
    // cube with a bracket above, the circuit printed on it, blades below
    solid`M70 62V38Q70 30 78 30H98Q106 30 106 38V62Z`,
    hole(88, 44, 6),
    [48, 78, 108].map((x) => [rect(x, 162, 18, 26, 'bold', 'plate', 1.5), circle(x + 9, 182, 2, 'thin')]),
    rect(36, 62, 104, 100, 'bold', 'plate', 4),
    thin`M36 150H140M36 154H140`,
    circuit(pins),
    text(88, 142, '12 V 40 A', { size: 8.5, weight: 'semi' }),
    rect(188, 76, 96, 92, 'bold', 'plate', 5),
    rect(192, 80, 88, 84, 'thin', 'none', 3),
    PINS.slice(0, pins).map((pin) => {
      const [w, h] = pin.across ? [18, 5] : [5, 18]
      const [u, v] = pin.nameBelow ? [0, 12] : pin.across ? [18, 3] : [0, -13]
      const name = text(236 + pin.x + u, 122 + pin.y + v, pin.name, { size: 7, halo: true })
      return [rect(236 + pin.x - w / 2, 122 + pin.y - h / 2, w, h, 'bold', 'tint', 0.5), name]
    }),
    corners`-40,-38 40,-38 -40,38 40,38`.map(([u = 0, v = 0]) => circle(236 + u, 122 + v, 2, 'thin')),
    axis`M180 122H292M236 68V176`,
    dimension(214, 168, 258, 168, 20, '17.0'),
    dimension(36, 188, 140, 188, 24, 28),
    dimension(36, 62, 36, 162, 16, 25),
    leader(88, 44, 120, 28, '⌀5.4'),
  ],
})

function circuit(pins: number) {
  const small = { size: 6.5 }
  return [
    rect(44, 70, 88, 60, 'thin'),
    edge`M58 78V88M58 112V122`,
    rect(49, 88, 18, 24, 'mid', 'plate'),
    line(49, 108, 67, 92, 'thin'),
    { ...thin`M67 100H104`, attributes: { d: 'M67 100H104', 'stroke-dasharray': '3 2' } },
    edge`M106 122V112L98 88`,
    circle(106, 112, 1.6, 'mid', 'plate'),
    path(pins > 4 ? 'M96 78V86M116 78V86' : 'M96 78V86', 'mid'),
    text(58, 76, '86', small),
    text(58, 129, '85', small),
    text(106, 129, '30', small),
    text(96, 76, '87', small),
    pins > 4 && text(118, 76, '87a', small),
  ]
}

export const sensor = defineDrawing({
  kind: 'sensor',
  title: (p) => `Sensor, thread ${p.thread}`,
  params: { thread: oneOf('m18', 'm8', 'm10', 'm12', 'm14', 'm22') },
  crop: [8, 46, 304, 110],
  draw: ({ thread: name }) => {
    const size = Number(name.slice(1))
    const r = 7 + size * 0.62
    const t = r * 0.66
    const h = r + 9
    return [
      solid`M20 ${96 - t * 0.55}Q20 ${96 - t} 26 ${96 - t}H62V${96 + t}H26Q20 ${96 + t} 20 ${96 + t * 0.55}Z`,
      line(26, 96 - t, 26, 96 + t, 'thin'),
      range(3).flatMap((i) =>
        [-1, 0, 1].map((j) => rect(30 + i * 10, 96 + j * t * 0.56 - 1.6, 6, 3.2, 'mid', 'tint', 1.6)),
      ),
      thread(62, 98, 96, r, Math.min(4.2, r * 0.24)),
      line(62, 96 - r, 62, 96 + r),
      rect(97, 96 - h + 1, 6, 2 * h - 2, 'mid', 'plate', 3),
      rect(103, 96 - h, 24, 2 * h, 'bold', 'plate', 2),
      edge`M103 ${96 - h * 0.5}H127M103 ${96 + h * 0.5}H127`,
      thin`M103 ${96 - h * 0.5}q5 ${h * 0.5} 0 ${h}M127 ${96 - h * 0.5}q-5 ${h * 0.5} 0 ${h}`,
      solid`M127 ${96 - r * 0.86}H168L172 ${96 - r * 0.6}H186V${96 + r * 0.6}H172L168 ${96 + r * 0.86}H127Z`,
      [136, 160, 176, 181].map((x) =>
        line(x, 96 - r * (x > 170 ? 0.6 : 0.86), x, 96 + r * (x > 170 ? 0.6 : 0.86), 'thin'),
      ),
      inlay`M186 89H198Q204 90 204 96T198 103H186Z`,
      // lead with a plug
      tube(`M203 96C250 96 292 70 296 106C300 150 270 178 236 178`, 6.5, 0.9),
      moved(238, 178, 180, [
        rect(0, -11, 34, 22, 'bold', 'plate', 3),
        rect(34, -8, 9, 16, 'mid', 'plate', 1),
        rect(8, -15, 16, 5, 'mid', 'plate', 1),
        [-5, 0, 5].map((v) => line(20, v, 34, v, 'thin')),
        line(5, -11, 5, 11, 'thin'),
      ]),
      axis`M8 96H216`,
      endView(r),
      dimension(62, 96 + r, 98, 96 + r, 30 - (r - 18), Math.round(6 + size * 0.7)),
      leader(80, 96 - r, 94, 42, `${name.toUpperCase()}×1.5`),
      leader(116, 96 - r - 9, 150, 58, `HEX ${Math.round(size * 1.22)}`),
    ]
  },
})

function endView(r: number) {
  const q = (r + 9) * 1.08
  return cardOnly([
    polygon(regular(86, 186, q, 6, 30), 'bold', 'plate'),
    rings(86, 186, [r, r * 0.66], [q * 0.84]),
    range(6).map((i) => circle(...polar(86, 186, r * 0.4, i * 60), 1.6, 'mid', 'tint')),
    centreCross(86, 186, q + 6),
  ])
}
