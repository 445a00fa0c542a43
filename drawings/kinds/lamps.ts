import { dimension, leader } from '../annotations.ts'
import { polar, range } from '../geometry.ts'
import { defineDrawing, oneOf, side } from '../kind.ts'
import { group, type Mark, moved } from '../marks.ts'
import { axis, edge, inlay, line, path, solid, thin } from '../paths.ts'
import { circle, disc, rect, rings, rivet } from '../shapes.ts'

export const headlamp = defineDrawing({
  kind: 'headlamp',
  title: (p) => `Headlamp, ${p.lamp.toUpperCase()}, ${p.side === 'l' ? 'left' : 'right'}`,
  params: { lamp: oneOf('led', 'h4', 'h7', 'matrix'), side: side() },
  crop: [14, 28, 280, 160],
  draw: ({ lamp, side, say }) => {
    const isLeft = side === 'l'
    const shown = [
      housing(),
      lamp === 'led' ? ledLenses() : lamp === 'matrix' ? matrix() : reflector(lamp === 'h7'),
    ]
    const stored = { led: '2×BI-LED', h4: 'H4 60/55 W', h7: 'H7 55 W', matrix: '4×LED' }[lamp]
    const note = say(
      ['lamp'],
      (v) => ({ led: 'BI-LED', h4: 'H4', h7: 'H7', matrix: 'MATRIX LED' })[v.lamp],
      stored,
    )
    const lensX = lamp === 'led' ? 212 : 214
    return [
      isLeft ? shown : group('translate(307 0) scale(-1 1)', shown),
      dimension(24, 176, 283, 176, 34, isLeft ? 486 : 512),
      dimension(284, 50, 284, 176, -16, 238),
      isLeft ? leader(lensX, 88, 206, 26, note) : leader(307 - lensX, 88, 112, 26, note),
    ]
  },
})

/** Draws an outline three times: filled and bold, `step` units inside as a thin line, `2 * step` inside as an edge. */
const nested = (outline: (inset: number) => string, step: number) => [
  path(outline(0), 'bold', 'plate'),
  path(outline(step), 'thin'),
  path(outline(2 * step)),
]

const headlampOutline = (g: number) =>
  `M${24 + g} ${122 - g * 0.2}C${30 + g} ${92 + g} 64 ${60 + g} 112 ${52 + g}C176 ${42 + g} ${236 - g} ${50 + g} ${282 - g * 1.6} ${66 + g * 1.2}C${286 - g} 96 ${272 - g} ${140 - g} ${240 - g} ${166 - g}C190 ${182 - g} 110 ${184 - g} ${66 + g * 0.5} ${172 - g}C${38 + g} ${160 - g} ${20 + g} ${146 - g} ${24 + g} ${122 - g * 0.2}Z`

function housing() {
  const tab = (x: number, y: number, turn: number) =>
    moved(x, y, turn, [solid`M-10 6V-6Q-10 -12 0 -12T10 -6V6Z`, circle(0, -4, 3.2), axis`M0 -17V4`])
  return [tab(118, 51, -6), tab(246, 54, 10), tab(92, 180, 186), nested(headlampOutline, 5)]
}

const lens = (x: number, y: number, r: number) => [
  disc(x, y, r, r - 3),
  rings(x, y, [r - 6], [r * 0.56]),
  thin`M${x - r * 0.4} ${y - r * 0.12}A${r * 0.42} ${r * 0.42} 0 0 1 ${x - r * 0.02} ${y - r * 0.42}`,
]

const ledLenses = () => [
  lens(104, 116, 37),
  lens(190, 110, 31),
  range(24).map((i) => line(...polar(104, 116, 31.5, i * 15), ...polar(104, 116, 34, i * 15), 'thin')),
  edge`M44 128C50 150 78 166 118 168C168 170 214 164 240 148M50 122C56 146 82 160 120 162C166 164 210 158 236 142`,
  edge`M44 128L50 122M240 148L236 142M230 76C248 78 262 80 270 84C268 104 258 126 242 140`,
  range(18).map((i) => {
    const t = i / 17
    const x = 54 + t * 176
    const y = 160 - ((t - 0.52) * 2) ** 2 * 20 + (t > 0.5 ? -8 * (t - 0.5) : 0)
    return line(x, y, x + 2.4, y + 5, 'thin')
  }),
  axis`M104 62V176M58 116L236 110`,
]

function matrix() {
  const modules = range(4).map((i) => {
    const x = 54 + i * 47
    const y = 98 - i * 5
    const s = 42 - i * 2
    return [
      rect(x, y, s, s, 'bold', 'plate', 3),
      rect(x + 4, y + 4, s - 8, s - 8, 'mid', 'none', 2),
      rect(x + 9, y + 9, s - 18, s - 18, 'thin', 'tint', 1),
      thin`M${x + 4} ${y + 4}l5 5M${x + s - 4} ${y + 4}l-5 5M${x + 4} ${y + s - 4}l5 -5M${x + s - 4} ${y + s - 4}l-5 -5`,
    ]
  })
  return [
    modules,
    edge`M66 80C100 68 140 63 200 66C232 68 254 73 264 80`,
    thin`M64 86C100 74 140 69 200 72C230 74 250 79 260 86`,
    edge`M48 150C80 164 150 168 228 150M52 156C86 170 152 174 226 156`,
    range(17).map((i) =>
      line(60 + i * 10, 163 - ((i - 8) / 8) ** 2 * 6, 62 + i * 10, 169 - ((i - 8) / 8) ** 2 * 6, 'thin'),
    ),
    axis`M46 119L250 106`,
  ]
}

/** A reflector headlamp: beside the main reflector is a second bulb reflector (`twoBulbs`) or else a fluted indicator. */
function reflector(twoBulbs: boolean) {
  const flutes = range(5).map((i) => {
    const x = 174 + i * 3.4
    const half = Math.sqrt(729 - (i * 3.4 - 26) ** 2)
    return line(x, 112 - half, x, 112 + half, 'thin')
  })
  return [
    lens(98, 118, 44),
    circle(98, 118, 8, 'mid', 'plate'),
    circle(98, 118, 4, 'mid', 'tint'),
    range(16).map((i) => line(...polar(98, 118, 13, i * 22.5), ...polar(98, 118, 24, i * 22.5), 'thin')),
    edge`M158 62C150 96 152 142 166 170`,
    thin`M162 62C154 96 156 142 170 170`,
    circle(200, 112, 27, 'mid', 'plate'),
    rings(200, 112, [6], [24]),
    twoBulbs ? [rings(200, 112, [18], [12]), circle(200, 112, 3, 'mid', 'tint')] : flutes,
    range(9).map((i) => line(234 + i * 5, 72 + i, 232 + i * 4.2, 150 - i * 7.5, 'thin')),
    axis`M98 62V176M44 118L236 112`,
  ]
}

/** `box`: left, top, right and bottom of the lens on the sheet; `size`: width and height in millimetres. */
const SHAPES = {
  saloon: { lens: saloon, box: [20, 52, 212, 174], size: [412, 206] },
  estate: { lens: estate, box: [70, 32, 164, 186], size: [248, 406] },
  hatch: { lens: lightBar, box: [16, 76, 216, 146], size: [586, 188] },
  van: { lens: van, box: [86, 28, 146, 186], size: [150, 398] },
} as const

type Note = (x: number, y: number, x2: number, y2: number, name: string) => Mark

/** Labels of the bulbs: the leader points at (x, y), its text is at (x2, y2). */
const NOTES = {
  saloon: (note: Note) => [note(150, 80, 132, 30, 'P21/5W'), note(84, 147, 92, 192, 'PY21W')],
  estate: (note: Note) => [note(116, 62, 178, 44, 'P21W'), note(116, 148, 176, 176, 'PY21W')],
  hatch: (note: Note) => [note(136, 100, 120, 44, '36×LED'), note(62, 130, 76, 172, 'PY21W')],
  van: (note: Note) => [note(118, 60, 164, 48, 'P21/5W'), note(118, 158, 162, 176, 'W16W')],
}

export const tailLamp = defineDrawing({
  kind: 'tail-lamp',
  title: (p) => `Tail lamp, ${p.side === 'l' ? 'left' : 'right'}, ${p.body}`,
  params: { side: side(), body: oneOf('saloon', 'estate', 'hatch', 'van') },
  crop: [10, 24, 212, 168],
  draw: ({ side, body }) => {
    const { lens, box, size } = SHAPES[body]
    const [left, top, right, bottom] = box
    const mirrored = (x: number) => (side === 'l' ? x : 232 - x)
    const a = Math.min(mirrored(left), mirrored(right))
    const b = Math.max(mirrored(left), mirrored(right))
    const height = bottom - top
    const at = (share: number) => top + height * share
    return [
      side === 'l' ? lens() : group('translate(232 0) scale(-1 1)', lens()),
      NOTES[body]((x, y, x2, y2, name) =>
        leader(mirrored(x), y, x2 > 140 ? x2 : mirrored(x2), y2, name, side === 'l' || x2 > 140 ? 1 : -1),
      ),
      solid`M248 ${top}H262Q266 ${top + 2} 268 ${top + 14}V${bottom - 14}Q266 ${bottom - 2} 262 ${bottom}H248Z`,
      line(252, top, 252, bottom, 'thin'),
      solid`M268 ${at(0.1)}L286 ${at(0.2)}Q292 ${at(0.23)} 292 ${at(0.3)}V${at(0.7)}Q292 ${at(0.77)} 286 ${at(0.8)}L268 ${at(0.9)}Z`,
      solid`M248 ${top}Q240 ${at(0.06)} 238 ${at(0.28)}V${at(0.72)}Q240 ${at(0.94)} 248 ${bottom}`,
      [0.32, 0.68].map((share) => [
        rect(292, at(share) - 8, 9, 16, 'mid', 'plate', 2),
        line(296, at(share) - 8, 296, at(share) + 8, 'thin'),
        axis`M232 ${at(share)}H308`,
      ]),
      dimension(a, bottom, b, bottom, 218 - bottom, size[0]),
      dimension(292, top, 292, bottom, -12, size[1]),
    ]
  },
})

const tailLampOutline = (g: number) =>
  `M${20 + g} ${66 + g}Q${20 + g} ${56 + g} ${34 + g} ${54 + g}C96 ${46 + g} 160 ${50 + g} ${206 - g} ${64 + g}Q${214 - g} ${68 + g} ${211 - g} 82L${196 - g} ${146 - g}Q${192 - g} ${160 - g} ${176 - g} ${162 - g}C120 ${176 - g} 74 ${178 - g} ${42 + g} ${172 - g}Q${32 + g} ${170 - g} ${30 + g} ${158 - g}Z`

function saloon() {
  const prisms = range(6).flatMap((j) => range(8).map((i) => `M${130 + i * 7} ${110 + j * 6}l3 -3l3 3l-3 3Z`))
  return [
    nested(tailLampOutline, 4),
    edge`M34 96C90 90 150 90 202 98M34 100C90 94 150 94 201 102`,
    range(9).map((i) => {
      const x = 48 + i * 17
      return rivet(x, 80 + Math.abs(i - 4) * 0.4, 5.4, 2.2)
    }),
    inlay`M42 106H116Q120 106 120 110V142Q120 147 115 147H46Q41 147 41 142Z`,
    range(13).map((i) => line(46 + i * 5.6, 108, 48 + i * 5.6, 142, 'thin')),
    inlay`M126 105H188Q193 106 192 111L186 142Q185 147 179 147H131Q126 147 126 142Z`,
    path(prisms.join(''), 'thin'),
    thin`M42 156C86 164 140 162 180 150M43 160C86 168 142 166 182 154`,
  ]
}

function estate() {
  const shape = (g: number) =>
    `M${82 + g} ${34 + g}Q120 ${28 + g} ${152 - g} ${40 + g}Q${164 - g} ${46 + g} ${164 - g} ${60 + g}L${156 - g} ${172 - g}Q${154 - g} ${186 - g} ${140 - g} ${186 - g}H${84 + g}Q${70 + g} ${186 - g} ${70 + g} ${172 - g}V${48 + g}Q${70 + g} ${36 + g} ${82 + g} ${34 + g}Z`
  const prisms = range(5).flatMap((j) =>
    range(9).map((i) => `M${84 + i * 7} ${100 + j * 5}l3 -2.5l3 2.5l-3 2.5Z`),
  )
  return [
    nested(shape, 4),
    edge`M79 88H154M79 92H154M79 124H152M79 128H151`,
    path(prisms.join(''), 'thin'),
    range(12).map((i) => line(83 + i * 5.8, 131, 84 + i * 5.2, 170, 'thin')),
    [0, 1, 2].map((j) => range(4 - (j === 0 ? 1 : 0)).map((i) => rivet(92 + i * 16, 54 + j * 12, 4.6, 1.8))),
  ]
}

function lightBar() {
  const shape = (g: number) =>
    `M${16 + g} ${96 + g * 0.6}Q60 ${82 + g} 120 ${78 + g}L${206 - g} ${76 + g}Q${216 - g} ${76 + g} ${216 - g} ${86 + g * 0.6}V${136 - g}Q${216 - g} ${146 - g} ${206 - g} ${146 - g}H${64 + g * 0.5}Q${36 + g} ${144 - g} ${24 + g} ${122 - g * 0.5}Z`
  return [
    nested(shape, 4),
    edge`M34 112C70 104 120 102 206 102M36 116C72 108 122 106 206 106`,
    range(18).map((i) => {
      const x = 44 + i * 9
      const y = 103 - Math.min(14, (x - 40) * 0.12)
      return [rect(x, y, 6, 9, 'mid', 'tint', 1), line(x + 3, y + 2, x + 3, y + 7, 'thin')]
    }),
    inlay`M48 118H104V132H60Q50 130 48 118Z`,
    range(8).map((i) => line(56 + i * 6, 119, 57 + i * 6, 131, 'thin')),
    rect(112, 116, 88, 16, 'mid', 'plate', 2),
    range(14).map((i) => line(116 + i * 6, 117, 119 + i * 6, 131, 'thin')),
  ]
}

function van() {
  const lamps = [60, 108, 156].map((y, i) => [
    rivet(116, y, 21, 18),
    i === 1
      ? range(7).map((j) =>
          line(101 + j * 5, y - 15 + Math.abs(j - 3) * 2, 101 + j * 5, y + 15 - Math.abs(j - 3) * 2, 'thin'),
        )
      : [rings(116, y, [7], [12]), circle(116, y, 3, 'thin', 'tint')],
  ])
  return [
    rect(86, 28, 60, 158, 'bold', 'plate', 8),
    rect(90, 32, 52, 150, 'thin', 'none', 5),
    lamps,
    [36, 178].map((y) => circle(116, y, 2.4, 'mid', 'plate')),
    axis`M116 20V194`,
  ]
}
