import { centreCross, dimension, leader } from '../annotations.ts'
import { type Point, polar, range, regularPolygon } from '../geometry.ts'
import { defineDrawing, int, number, oneOf } from '../kind.ts'
import { text } from '../lettering.ts'
import { moved, notInThumb } from '../marks.ts'
import { hole, thread } from '../parts.ts'
import { axis, dashed, edge, fine, inlay, line, path, solid, thin, tube } from '../paths.ts'
import { circle, corners, hatch, polygon, polyline, rect, rings, section } from '../shapes.ts'

export const sparkPlug = defineDrawing({
  kind: 'spark-plug',
  title: (p) => `Spark plug, reach ${p.reach} mm, hexagon ${p.hex} mm, gap ${p.gap} mm`,
  params: {
    reach: number(26.5, 12, 30),
    hex: number(16, 14, 24),
    gap: number(0.8, 0.3, 1.6),
    ribs: int(5, 1, 7),
  },
  crop: [10, 62, 280, 72],
  draw: ({ gap, hex, reach, ribs, say }) => {
    const end = 176 + reach * 2.7
    const strap = end + 14 + gap * 3.4
    const h = hex * 1.75
    const width = 58 / ribs
    const upper = range(ribs).map((i) => `L${40 + i * width} 86q${width * 0.35} -5 ${width * 0.7} 0`)
    const lower = range(ribs).map((i) => `q${-width * 0.35} 5 ${-width * 0.7} 0L${40 + i * width} 110`)
    const last = 40 + (ribs - 1) * width + width * 0.7
    const nose = `L104 85L124 83V113L104 111L${last} 110`
    return [
      rect(16, 92, 8, 12, 'mid', 'plate', 1.5),
      rect(24, 89.5, 14, 17, 'bold', 'plate', 2),
      thin`M28 89.5V106.5M34 89.5V106.5`,
      solid`M38 88${upper.join('')}${nose}${lower.reverse().join('')}L38 108Z`,
      range(ribs).map((i) => thin`M${40 + (i + 0.35) * width} 83.8q3 14.2 0 28.4`),
      text(113, 100.6, { text: 'R7', of: [] }, { size: 6.5, rotate: -90 }),
      inlay`M124 ${98 - h * 0.72}q4 -4 6 ${-h * 0.28}h2V${98 + h}h-2q-2 ${-h * 0.24} -6 ${-h * 0.28}Z`,
      rect(130, 98 - h, 30, 2 * h, 'bold', 'plate', 2),
      edge`M130 ${98 - h * 0.5}H160M130 ${98 + h * 0.5}H160`,
      thin`M130 ${98 - h * 0.5}q5 ${h * 0.5} 0 ${h}M160 ${98 - h * 0.5}q-5 ${h * 0.5} 0 ${h}`,
      solid`M160 ${98 - h * 0.8}h5l3 4V${98 + h * 0.8 - 4}l-3 4h-5Z`,
      rect(168, 79, 5, 38, 'bold', 'plate', 2),
      line(170.5, 79, 170.5, 117, 'thin'),
      rect(173, 85, 4, 26, 'mid', 'plate'),
      thread(177, end, 98, 16, 4.2),
      line(177, 82, 177, 114),
      line(end, 82, end, 114, 'bold'),
      inlay`M${end} 91l9 3v8l-9 3Z`,
      rect(end + 9, 95.5, 5, 5, 'mid', 'plate'),
      solid`M${end} 84h${strap - end + 1}q5 0 5 5v12h-5v-8q0 -4 -4 -4h${end - strap + 3}Z`,
      axis`M8 98H${strap + 18}`,
      dimension(
        173,
        114,
        end,
        114,
        24,
        say(['reach'], (v) => v.reach),
      ),
      leader(
        140,
        98 - hex * 1.75,
        132,
        36,
        say(['hex'], (v) => `HEX ${v.hex}`),
      ),
      leader(222, 82, 236, 56, 'M14×1.25'),
      notInThumb(
        text(
          208,
          214,
          say(['gap'], (v) => `GAP ${v.gap.toFixed(1)}`),
          { size: 10, anchor: 'end', halo: true },
        ),
      ),
      notInThumb([sparkPlugEnd(hex * 1.75), gapDetail(gap, end)]),
    ]
  },
})

function sparkPlugEnd(h: number) {
  const q = h * 1.06
  return [
    polygon(regularPolygon(62, 186, q, 6, 30), 'bold', 'plate'),
    rings(62, 186, [16], [q * 0.84, 11]),
    rect(58, 173, 8, 20, 'mid', 'plate', 2),
    circle(62, 186, 2.6, 'mid', 'tint'),
    centreCross(62, 186, q + 6),
  ]
}

function gapDetail(gap: number, end: number) {
  const g = gap * 9
  const strap = corners`228,174 ${266 + g},174 ${274 + g},180 ${274 + g},205 ${262 + g},205 ${262 + g},194 ${258 + g},184 230,182`
  return [
    dashed(circle(end + 10, 98, 23, 'thin'), '4 2.5'),
    circle(258, 190, 34, 'thin', 'plate'),
    fine(`M${end + 4} 120L250 157`),
    solid`M225 183h22l8 3v8l-8 3h-22`,
    rect(255, 187, 6, 6, 'bold', 'plate'),
    path(`M228 174h${41 + g}q6 0 6 6v26h-14v-14q0 -8 -6 -8h${-19 - g}`, 'bold'),
    hatch(strap, 4),
  ]
}

export const ignitionCoil = defineDrawing({
  kind: 'ignition-coil',
  title: (p) => `Ignition coil, ${p.length} mm`,
  params: { length: number(140, 80, 220) },
  crop: [10, 48, 300, 112],
  draw: ({ length, say }) => {
    const end = 176 + length * 0.56
    const boot = end - 62
    const x1 = end - 34
    const wall = (g: 1 | -1): Point[] =>
      corners`${x1 - 4},${104 + g * 12} ${end},${104 + g * 11} ${end},${104 + g * 6} ${x1 - 4},${104 + g * 6}`
    const coil = range(7).map((i): Point => [x1 + i * 4, 104 + (i % 2 ? 4.4 : -4.4)])
    return [
      rect(104, 86, 18, 36, 'bold', 'plate', 2),
      thin`M110 86V122M116 86V122`,
      rect(122, 92, boot - 120, 24, 'bold', 'plate'),
      thin`M128 97H${boot - 8}M128 99.5H${boot - 30}`,
      solid`M${boot} 91H${end - 4}Q${end} 91 ${end} 95V113Q${end} 117 ${end - 4} 117H${boot}Z`,
      range(3).map((i) => rect(boot + i * 7, 89, 5, 30, 'mid', 'plate', 2)),
      rect(x1 - 4, 92, 38, 24, 'mid', 'plate'),
      section(wall(-1), 2.8),
      section(wall(1), 2.8),
      polyline(coil, 'mid'),
      rect(x1 - 4, 99, 5, 10, 'mid', 'tint'),
      axis`M14 104H${end + 12}`,
      solid`M30 90H58V118H30Q26 118 26 114V94Q26 90 30 90Z`,
      thin`M32 96H54M32 104H54M32 112H54`,
      rect(36, 84, 14, 6, 'mid', 'plate', 1),
      solid`M58 78H96Q104 78 106 82V126Q104 130 96 130H58Q54 130 54 126V82Q54 78 58 78Z`,
      rect(62, 86, 34, 36, 'thin', 'none', 2),
      inlay`M70 96l8 8h-5l4 10l-10 -11h5Z`,
      solid`M62 130h28v18q0 8 -8 8h-12q-8 0 -8 -8Z`,
      rect(70, 130, 12, 26, 'thin'),
      axis`M76 124V162`,
      top(),
      dimension(
        92,
        128,
        end,
        128,
        26,
        say(['length'], (v) => v.length),
      ),
      leader(end - 20, 92, end - 44, 50, '⌀24'),
    ]
  },
})

const top = () =>
  notInThumb([
    inlay`M24 188H54V212H24Z`,
    [-6, -2, 2, 6].map((v) => line(28, 200 + v, 46, 200 + v, 'thin')),
    solid`M54 180H98A20 20 0 0 1 98 220H54Z`,
    solid`M114 188H136A12 12 0 0 1 136 212H114`,
    hole(134, 200, 5),
    rings(94, 200, [14], [11]),
    axis`M16 200H156`,
    leader(139, 201, 166, 216, 'M6'),
  ])

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
      text(272, 77, { text: '15', of: [] }, { size: 11, weight: 'bold' }),
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
    [3, 25].map((v) => rect(x - w / 2 + 1.6, y + v, w - 3.2, 6, 'mid', 'tint')),
    text(
      x + 2.4,
      y + 17,
      { text: String(AMPS[index % AMPS.length] ?? 10), of: [] },
      {
        size: Math.min(7.5, pitch * 0.34),
        rotate: -90,
        weight: 'semi',
      },
    ),
  ]
}

/** Positions of the pins on the base, from its middle. */
const PINS = [
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
    text(88, 142, { text: '12 V 40 A', of: [] }, { size: 8.5, weight: 'semi' }),
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
  draw: ({ thread: name, say }) => {
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
      sensorEnd(r),
      dimension(62, 96 + r, 98, 96 + r, 30 - (r - 18), Math.round(6 + size * 0.7)),
      leader(
        80,
        96 - r,
        94,
        42,
        say(['thread'], (v) => v.thread.toUpperCase(), `${name.toUpperCase()}×1.5`),
      ),
      leader(116, 96 - r - 9, 150, 58, `HEX ${Math.round(size * 1.22)}`),
    ]
  },
})

function sensorEnd(r: number) {
  const q = (r + 9) * 1.08
  return notInThumb([
    polygon(regularPolygon(86, 186, q, 6, 30), 'bold', 'plate'),
    rings(86, 186, [r, r * 0.66], [q * 0.84]),
    range(6).map((i) => circle(...polar(86, 186, r * 0.4, i * 60), 1.6, 'mid', 'tint')),
    centreCross(86, 186, q + 6),
  ])
}
