import { balloon, centreLine, dimension, leader } from '../../annotations.ts'
import { polar, range } from '../../geometry.ts'
import { defineDrawing, oneOf, side } from '../../kind.ts'
import { circle, disc, edge, group, line, moved, path, rect, rings, solid, thin } from '../../pens.ts'

export const headlamp = defineDrawing({
  kind: 'headlamp',
  title: (p) => `Headlamp, ${p.lamp.toUpperCase()}, ${p.side === 'l' ? 'left' : 'right'}`,
  params: { lamp: oneOf('led', 'h4', 'h7', 'matrix'), side: side() },
  crop: [14, 28, 280, 160],
  draw: ({ lamp, side, callout }) => {
    const isLeft = side === 'l'
    const shown = [
      housing(),
      lamp === 'led' ? ledLenses() : lamp === 'matrix' ? matrix() : reflector(lamp === 'h7'),
    ]
    const note = { led: '2×BI-LED', h4: 'H4 60/55 W', h7: 'H7 55 W', matrix: '4×LED' }[lamp]
    const lensX = lamp === 'led' ? 212 : 214
    return [
      isLeft ? shown : group('translate(307 0) scale(-1 1)', shown),
      dimension(24, 176, 283, 176, 34, isLeft ? 486 : 512),
      dimension(284, 50, 284, 176, -16, 238),
      isLeft ? leader(lensX, 88, 206, 26, note) : leader(307 - lensX, 88, 112, 26, note),
      isLeft ? balloon(callout, 26, 48, 72, 96) : balloon(callout, 26, 40, 66, 88),
    ]
  },
})

const outline = (g: number) =>
  `M${24 + g} ${122 - g * 0.2}C${30 + g} ${92 + g} 64 ${60 + g} 112 ${52 + g}C176 ${42 + g} ${236 - g} ${50 + g} ${282 - g * 1.6} ${66 + g * 1.2}C${286 - g} 96 ${272 - g} ${140 - g} ${240 - g} ${166 - g}C190 ${182 - g} 110 ${184 - g} ${66 + g * 0.5} ${172 - g}C${38 + g} ${160 - g} ${20 + g} ${146 - g} ${24 + g} ${122 - g * 0.2}Z`

function housing() {
  const tab = (x: number, y: number, turn: number) =>
    moved(x, y, turn, [solid`M-10 6V-6Q-10 -12 0 -12T10 -6V6Z`, circle(0, -4, 3.2), centreLine(0, -17, 0, 4)])
  return [
    tab(118, 51, -6),
    tab(246, 54, 10),
    tab(92, 180, 186),
    path(outline(0), 'bold', 'plate'),
    path(outline(5), 'thin'),
    path(outline(10)),
  ]
}

const lens = (x: number, y: number, r: number) => [
  disc(x, y, r, r - 3),
  rings(x, y, [r - 6], [r * 0.56]),
  thin`M${x - r * 0.4} ${y - r * 0.12}A${r * 0.42} ${r * 0.42} 0 0 1 ${x - r * 0.02} ${y - r * 0.42}`,
]

const ledLenses = () => [
  lens(104, 116, 37),
  lens(190, 110, 31),
  // teeth
  range(24).map((i) => line(...polar(104, 116, 31.5, i * 15), ...polar(104, 116, 34, i * 15), 'thin')),
  edge`M44 128C50 150 78 166 118 168C168 170 214 164 240 148M50 122C56 146 82 160 120 162C166 164 210 158 236 142`,
  edge`M44 128L50 122M240 148L236 142M230 76C248 78 262 80 270 84C268 104 258 126 242 140`,
  // guide
  range(18).map((i) => {
    const t = i / 17
    const x = 54 + t * 176
    const y = 160 - ((t - 0.52) * 2) ** 2 * 20 + (t > 0.5 ? -8 * (t - 0.5) : 0)
    return line(x, y, x + 2.4, y + 5, 'thin')
  }),
  centreLine(104, 62, 104, 176),
  centreLine(58, 116, 236, 110),
]

/** Four square modules above a light guide. */
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
    centreLine(46, 119, 250, 106),
  ]
}

/** A free-form reflector with one bulb, or two in its dipped-beam neighbour, and a fluted indicator. */
function reflector(twoBulbs: boolean) {
  const rays = range(16).map((i) =>
    line(...polar(98, 118, 13, i * 22.5), ...polar(98, 118, 24, i * 22.5), 'thin'),
  )
  const flutes = range(5).map((i) => {
    const x = 174 + i * 3.4
    const half = Math.sqrt(729 - (i * 3.4 - 26) ** 2)
    return line(x, 112 - half, x, 112 + half, 'thin')
  })
  return [
    lens(98, 118, 44),
    circle(98, 118, 8, 'mid', 'plate'),
    circle(98, 118, 4, 'mid', 'tint'),
    rays,
    edge`M158 62C150 96 152 142 166 170`,
    thin`M162 62C154 96 156 142 170 170`,
    circle(200, 112, 27, 'mid', 'plate'),
    rings(200, 112, [6], [24]),
    twoBulbs ? [rings(200, 112, [18], [12]), circle(200, 112, 3, 'mid', 'tint')] : flutes,
    range(9).map((i) => line(234 + i * 5, 72 + i, 232 + i * 4.2, 150 - i * 7.5, 'thin')),
    centreLine(98, 62, 98, 176),
    centreLine(44, 118, 236, 112),
  ]
}
